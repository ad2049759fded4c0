import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Number of missing folder levels that are made. A longer missing path is a typo, or its disk is not mounted. */
const MAX_LEVELS = 2;

/**
 * Makes a folder, readable by its owner only, unless it exists. Makes at most two levels, and none in the root of the
 * disk. Node's own recursive mkdir would never end below /proc.
 * @throws Error with code ENOENT and the path, when too much of it is missing, or the system makes no folder there
 */
export function makeFolder(path: string, levels = MAX_LEVELS): void {
	const place = resolve(path);
	if (isFolder(place)) return;
	const parent = dirname(place);
	if (!isFolder(parent) && levels > 1 && !existsSync(parent)) {
		makeFolder(parent, levels - 1);
	} else if (dirname(parent) === parent || !existsSync(parent)) {
		throw Object.assign(new Error(`The folder above ${place} is missing`), {
			code: "ENOENT",
			syscall: "mkdir",
			path: place,
		});
	}
	try {
		mkdirSync(place, { mode: 0o700 });
	} catch (error) {
		// Another process may have made it meanwhile.
		if (!isFolder(place)) throw error;
	}
}

function isFolder(path: string): boolean {
	return existsSync(path) && statSync(path).isDirectory();
}
