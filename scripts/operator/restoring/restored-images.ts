import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { syncFolder } from "~/lib/database/sync-disk.server";
import { env } from "~/lib/env.server";
import { makeFolder } from "~/lib/files/make-folder.server";
import { listLeftovers } from "~/lib/images/leftovers.server";
import { UPLOAD_NAME } from "~/lib/images/upload-name";
import type { OnProgress } from "~/lib/progress";
import { copyImage, firstWhole, linkImages } from "../checking/image-pool";
import { expectedImagesIn } from "../checking/named-images";
import type { RestoreSource } from "./restore-source";

/**
 * Image files to which a database's rows refer, with their SHA-256 as far as it is known.
 * @param known SHA-256 by name, from the list of a backup
 */
export function imagesIn(path: string, known: ReadonlyMap<string, string>): Map<string, string | undefined> {
	const sqlite = new SQLite(path, { readonly: true });
	try {
		return expectedImagesIn(sqlite, known);
	} finally {
		sqlite.close();
	}
}

/**
 * Adds a restored database's images to the server's images, from the first place that has them whole.
 * @param damaged images that are missing or damaged in the backup
 * @returns the names of the images that no place has whole
 */
export async function addImages(
	source: RestoreSource,
	images: ReadonlyMap<string, string | undefined>,
	damaged: ReadonlySet<string>,
	onProgress?: OnProgress,
): Promise<string[]> {
	makeFolder(env.UPLOADS_DIR);
	const others = [...source.pools, ...(await listLeftovers())];
	const lost: string[] = [];
	let done = 0;
	for (const [name, hash] of images) {
		onProgress?.(done++, images.size);
		const pools = others.filter((folder) => !damaged.has(name) || !source.pools.includes(folder));
		// Without a hash, a backup's image counts more than the live one, which may be the reason for the restore.
		const places =
			hash === undefined && source.kind === "backup"
				? [...pools, env.UPLOADS_DIR]
				: [env.UPLOADS_DIR, ...pools];
		const from = await firstWhole(places, name, hash);
		if (from === undefined) lost.push(name);
		else if (from !== env.UPLOADS_DIR) await copyImage(join(from, name), join(env.UPLOADS_DIR, name));
	}
	await syncFolder(env.UPLOADS_DIR);
	return lost;
}

/**
 * Links or copies images into the folder `aside`: those that the restored database does not use.
 * @returns the names of these images
 */
export async function keepReplacedImages(
	aside: string,
	named: ReadonlyMap<string, unknown>,
): Promise<string[]> {
	const replaced = readdirSync(env.UPLOADS_DIR).filter((name) => UPLOAD_NAME.test(name) && !named.has(name));
	if (replaced.length > 0) await linkImages(env.UPLOADS_DIR, aside, replaced);
	await syncFolder(env.UPLOADS_DIR);
	return replaced;
}

/** Removes from the uploads folder the images that `keepReplacedImages` has put into another folder. */
export function removeReplacedImages(names: readonly string[]): void {
	for (const name of names) rmSync(join(env.UPLOADS_DIR, name), { force: true });
}
