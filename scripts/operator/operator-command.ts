/** What the operator types to run a command, also where Relevo runs in a container. */
export function operatorCommand(command: string): string {
	return isInContainer() ? `docker compose run --rm relevo npm run ${command}` : `npm run ${command}`;
}

/** The command with which the operator starts the server. */
export function startCommand(): string {
	return isInContainer() ? "docker compose up -d" : "npm start";
}

/**
 * Returns what the operator must type to run a command that needs a stopped server. If Relevo runs in a container, this
 * also stops the server before the command and starts it afterwards.
 */
export function commandWhenStopped(command: string): string {
	return isInContainer()
		? `docker compose stop relevo && ${operatorCommand(command)} && ${startCommand()}`
		: operatorCommand(command);
}

/** Whether this process runs in the container: the Dockerfile sets RELEVO_IN_CONTAINER. */
function isInContainer(): boolean {
	return process.env.RELEVO_IN_CONTAINER === "1";
}
