/**
 * Tells the operator how to return to an older version of the program after a newer one has migrated the database.
 */
import { isInFuture } from "~/lib/database/backup-times.server";
import { commandWhenStopped, operatorCommand, restoreWords } from "~/lib/files/operator-command.server";
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
		? `Arrancá aquella versión, o volvé a la copia de antes de actualizar, con lo de ahora guardado al lado: ${commandWhenStopped(restoreWords(copy.name, "--replace"))}`
		: `Arrancá aquella versión, o restaurá una copia de seguridad: ${operatorCommand("backup -- list")}`;
}
