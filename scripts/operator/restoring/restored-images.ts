import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { addToPool } from "~/features/backups/image-pool.server";
import { imagesNamedIn } from "~/features/backups/named-images.server";
import { syncFolder } from "~/lib/database/sync-disk.server";
import { env } from "~/lib/env.server";
import { UPLOAD_NAME } from "~/lib/images/upload-name";
import type { OnProgress } from "~/lib/progress";
import type { RestoreSource } from "./restore-source";

/** Image files to which a database's rows refer. */
export function imageNamesIn(path: string): Set<string> {
	const sqlite = new SQLite(path, { readonly: true });
	try {
		return imagesNamedIn(sqlite);
	} finally {
		sqlite.close();
	}
}

/**
 * Adds a restored database's images to the server's images.
 * @returns the number of missing or damaged images
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
 * Removes an image from the uploads folder if its size differs from its size in the backup: images never change, so
 * another size means that the image is damaged.
 */
function removeDamaged(live: string, saved: string): void {
	const [found, wanted] = [live, saved].map((path) => statSync(path, { throwIfNoEntry: false })?.size);
	if (found !== undefined && wanted !== undefined && found !== wanted) rmSync(live);
}

/**
 * Links or copies images into the folder `aside`: those that the restored database does not use.
 * @returns the names of these images
 */
export async function keepReplacedImages(aside: string, named: ReadonlySet<string>): Promise<string[]> {
	const replaced = readdirSync(env.UPLOADS_DIR).filter((name) => UPLOAD_NAME.test(name) && !named.has(name));
	if (replaced.length > 0) await addToPool(env.UPLOADS_DIR, aside, replaced);
	await syncFolder(env.UPLOADS_DIR);
	return replaced;
}

/** Removes from the uploads folder the images that `keepReplacedImages` has put into another folder. */
export function removeReplacedImages(names: readonly string[]): void {
	for (const name of names) rmSync(join(env.UPLOADS_DIR, name), { force: true });
}
