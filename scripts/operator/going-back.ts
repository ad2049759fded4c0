/** Advice to the operator whose program must not use the database, because a newer program has written it. */
import { listSafetyCopies } from "~/lib/database/safety-copies.server";

/**
 * The commands that lead back from an update, in one line in Spanish: to the newest safety copy that this program
 * knows, or else to the backups.
 * @param database path of the database
 * @param knownSchema number of this program's migrations
 */
export function howToGoBack(database: string, knownSchema: number): string {
	const copy = listSafetyCopies(database).findLast(({ schema }) => schema <= knownSchema);
	return copy
		? `Arrancá aquella versión, o volvé a la copia de antes de actualizar, con lo de ahora guardado al lado: ${stopped(`restore -- --from ${copy.name} --replace`)}`
		: `Arrancá aquella versión, o restaurá una copia de seguridad: ${operatorCommand("backup -- list")}`;
}

/** How the operator starts the server. */
export function startCommand(): string {
	return isInContainer() ? "docker compose up -d" : "npm start";
}

/** A command for while the server is stopped, as the operator types it. */
function stopped(command: string): string {
	return isInContainer()
		? `docker compose stop relevo && ${operatorCommand(command)} && ${startCommand()}`
		: operatorCommand(command);
}

function operatorCommand(command: string): string {
	return isInContainer() ? `docker compose run --rm relevo npm run ${command}` : `npm run ${command}`;
}

/** The variable stands in the Dockerfile. */
function isInContainer(): boolean {
	return process.env.RELEVO_IN_CONTAINER === "1";
}
