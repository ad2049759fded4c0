import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Number of missing folder levels that are made. A longer missing path is a typo, or its disk is not mounted. */
const MAX_LEVELS = 2;

/** Thrown when too much of a folder's path is missing. */
export class MissingFolderError extends Error {
	readonly code = "ENOENT";
	readonly syscall = "mkdir";

	constructor(readonly path: string) {
		super("Too much of the path is missing");
	}
}

/**
 * Makes a folder, readable by its owner only, unless it exists. Makes at most two levels, and none in the root of the
 * disk. Node's own recursive mkdir would never end below /proc.
 * @throws MissingFolderError when too much of the path is missing, or an error of the system
 */
export function makeFolder(path: string): void {
	const missing: string[] = [];
	for (let place = resolve(path); !existsSync(place); place = dirname(place)) missing.unshift(place);
	const [first] = missing;
	const isInRoot = first !== undefined && dirname(dirname(first)) === dirname(first);
	if (missing.length > MAX_LEVELS || isInRoot) throw new MissingFolderError(resolve(path));
	for (const place of missing) makeOne(place);
	// A file in place of the folder.
	if (!isFolder(path)) makeOne(path);
}

function makeOne(path: string): void {
	try {
		mkdirSync(path, { mode: 0o700 });
	} catch (error) {
		// Another process may have made it meanwhile.
		if (!isFolder(path)) throw error;
	}
}

function isFolder(path: string): boolean {
	return existsSync(path) && statSync(path).isDirectory();
}
