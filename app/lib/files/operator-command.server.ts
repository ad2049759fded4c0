/** How Relevo was installed, and so what the operator types. The Dockerfile, and relevo.service with run.sh, say it. */
function installation() {
	if (process.env.RELEVO_IN_CONTAINER === "1")
		return {
			run: "docker compose run --rm relevo npm run",
			start: "docker compose up -d",
			stop: "docker compose stop relevo",
		};
	if (process.env.RELEVO_UNDER_SYSTEMD === "1")
		return {
			run: "/opt/relevo/deploy/run.sh",
			start: "systemctl start relevo",
			stop: "systemctl stop relevo",
		};
	// Only the operator knows how this one is stopped.
	return { run: "npm run", start: "npm start", stop: undefined };
}

/** What the operator types to run a command, such as "backup -- list". */
export function operatorCommand(command: string): string {
	return `${installation().run} ${command}`;
}

/** What the operator types to start the server. */
export function startCommand(): string {
	return installation().start;
}

/** What the operator types to run a command that needs a stopped server: where it can be said, with stop and start. */
export function commandWhenStopped(command: string): string {
	const { stop, start } = installation();
	return stop ? `${stop} && ${operatorCommand(command)} && ${start}` : operatorCommand(command);
}

/** What restores a backup or another copy, with further words such as "--replace". */
export function restoreWords(from: string, ...more: string[]): string {
	return ["restore -- --from", shellWord(from), ...more].join(" ");
}

/** Characters that a shell leaves as they are. */
const PLAIN = /^[\w./:@%+=,-]+$/;

/** A path or name as one word of a command that the operator pastes into a shell. */
export function shellWord(text: string): string {
	return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
