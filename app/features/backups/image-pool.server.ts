/**
 * The image pool: images shared by all backups of a directory. Image files never change, so a backup adds only the
 * images that the pool lacks.
 */
import { constants } from "node:fs";
import { copyFile, link, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { syncFile, syncFolder } from "~/lib/database/sync-disk.server";
import { UPLOAD_NAME } from "~/lib/images/upload-name";
import type { OnProgress } from "~/lib/progress";

const UNFINISHED = /\.new$/;

export function poolOf(folder: string): string {
	return join(folder, "images");
}

/**
 * Adds images of the uploads folder to the image pool, unless the pool already has them.
 * @returns the names of the images that are missing in both folders
 * @throws Error when an image cannot be written
 */
export async function addToPool(
	uploads: string,
	pool: string,
	names: readonly string[],
	onProgress?: OnProgress,
): Promise<string[]> {
	await mkdir(pool, { recursive: true, mode: 0o700 });
	const there = new Set(await readdir(pool));
	const missing: string[] = [];
	for (const [index, name] of names.entries()) {
		onProgress?.(index, names.length);
		if (there.has(name)) continue;
		if (!(await addOne(join(uploads, name), join(pool, name)))) missing.push(name);
	}
	await syncFolder(pool);
	return missing;
}

/** Removes partial files, and images that are not in `names`, from the image pool. Keeps files that are not images. */
export async function tidyPool(pool: string, names: ReadonlySet<string>): Promise<void> {
	for (const name of await readdir(pool)) {
		if (UPLOAD_NAME.test(name.replace(UNFINISHED, "")) && !names.has(name))
			await rm(join(pool, name), { force: true });
	}
}

/**
 * Hard-links an image, or copies it where hard links are impossible.
 * @returns false when the image is missing
 */
async function addOne(from: string, to: string): Promise<boolean> {
	try {
		await link(from, to);
		return true;
	} catch (error) {
		const code = error instanceof Error && "code" in error ? error.code : undefined;
		if (code === "EEXIST") return true;
		if (code === "ENOENT") return false;
	}
	try {
		await copyFile(from, `${to}.new`, constants.COPYFILE_FICLONE);
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
		throw error;
	}
	await syncFile(`${to}.new`);
	await rename(`${to}.new`, to);
	return true;
}
