/** What the settings say that name a file or a folder. */
import { existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";

/** The server gives each image below `public` to whoever asks. */
export const isPrivate = (path = "") => !`${resolve(path)}/`.startsWith(`${resolve("public")}/`);

/**
 * Returns the target of a path that is a symbolic link, otherwise the path. SQLite puts the files that belong to the
 * database beside the target of DATABASE_PATH, so Relevo's own files must lie there too.
 */
export function followLink(path: string): string {
	return existsSync(path) && lstatSync(path).isSymbolicLink() ? realpathSync(path) : path;
}

export function isNoFolder(path: string): boolean {
	return !existsSync(path) || !statSync(path).isDirectory();
}
