/** Restores the images of a database that is being restored. */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { addToPool } from "~/features/backups/image-pool.server";
import { imagesNamedIn } from "~/features/backups/named-images.server";
import { env } from "~/lib/env.server";
import type { OnProgress } from "~/lib/progress";
import type { RestoreSource } from "./restore-source";

/** The names of the image files to which the rows of a database refer. */
export function imageNamesIn(path: string): Set<string> {
	const sqlite = new SQLite(path, { readonly: true });
	try {
		return imagesNamedIn(sqlite);
	} finally {
		sqlite.close();
	}
}

/**
 * Adds the images of the restored database to the server's images.
 * @returns the number of images that are missing or damaged
 */
export async function addImages(
	source: RestoreSource,
	names: ReadonlySet<string>,
	damaged: ReadonlySet<string>,
	onProgress?: OnProgress,
): Promise<number> {
	mkdirSync(env.UPLOADS_DIR, { recursive: true, mode: 0o700 });
	let missing = Array.from(names).filter((name) => !damaged.has(name));
	for (const pool of source.pools) {
		if (source.kind === "backup")
			for (const name of missing) removeDamaged(join(env.UPLOADS_DIR, name), join(pool, name));
		missing = await addToPool(pool, env.UPLOADS_DIR, missing, onProgress);
	}
	return missing.length + Array.from(damaged).filter((name) => names.has(name)).length;
}

/**
 * Removes a damaged image file of the server. Image files never change, so a size other than in the backup means
 * damage.
 */
function removeDamaged(live: string, saved: string): void {
	const [found, wanted] = [live, saved].map((path) => statSync(path, { throwIfNoEntry: false })?.size);
	if (found !== undefined && wanted !== undefined && found !== wanted) rmSync(live);
}

/**
 * Moves images to another folder if no row of the restored database names them.
 * @returns that folder, or undefined when there were no such images
 */
export function setImagesAside(aside: string, named: ReadonlySet<string>): string | undefined {
	const old = readdirSync(env.UPLOADS_DIR).filter((name) => name.endsWith(".webp") && !named.has(name));
	if (old.length === 0) return undefined;
	mkdirSync(aside, { recursive: true, mode: 0o700 });
	for (const name of old) renameSync(join(env.UPLOADS_DIR, name), join(aside, name));
	return aside;
}
