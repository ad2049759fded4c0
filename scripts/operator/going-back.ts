/**
 * Tells the operator how to return to an older version of the program after a newer one has migrated the database.
 */
import { basename } from "node:path";
import { isInFuture } from "~/lib/database/backup-times.server";
import { shellWord } from "~/lib/files/shell-word";
import { listSafetyCopies } from "./migrating/safety-copies";

/**
 * Returns advice: start the newer version, or restore the newest safety copy that this program can use or,
 * without such a copy, a backup.
 * @param database path of the database
 * @param knownSchema number of this program's migrations
 */
export function howToGoBack(database: string, knownSchema: number): string {
	const copies = listSafetyCopies(database).filter(({ schema }) => schema <= knownSchema);
	// Prefers a copy that is not dated in the future: such a date comes from a wrong clock.
	const copy = copies.findLast(({ at }) => !isInFuture(at, Date.now())) ?? copies.at(-1);
	return copy
		? `Arrancá aquella versión, o volvé a la copia de antes de actualizar, con lo de ahora guardado al lado: ${stopped(restoreWords(copy.name))}`
		: `Arrancá aquella versión, o restaurá una copia de seguridad: ${operatorCommand("backup -- list")}`;
}

/** The command that restores a safety copy (made before an update). The server must be stopped. */
export function restoreCommand(copy: string): string {
	return operatorCommand(restoreWords(basename(copy)));
}

function restoreWords(copyName: string): string {
	return `restore -- --from ${shellWord(copyName)} --replace`;
}

/** The command with which the operator starts the server. */
export function startCommand(): string {
	return isInContainer() ? "docker compose up -d" : "npm start";
}

/**
 * Returns what the operator must type to run a command that needs a stopped server. If Relevo runs in a container, this
 * also stops the server before the command and starts it afterwards.
 */
function stopped(command: string): string {
	return isInContainer()
		? `docker compose stop relevo && ${operatorCommand(command)} && ${startCommand()}`
		: operatorCommand(command);
}

/** What the operator types to run a command, also where Relevo runs in a container. */
export function operatorCommand(command: string): string {
	return isInContainer() ? `docker compose run --rm relevo npm run ${command}` : `npm run ${command}`;
}

/** Whether this process runs in the container: the Dockerfile sets RELEVO_IN_CONTAINER. */
function isInContainer(): boolean {
	return process.env.RELEVO_IN_CONTAINER === "1";
}
