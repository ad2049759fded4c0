/** The files in the uploads folder: images re-encoded by us, under random names that rows know them by. */
import { mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { db } from "~/lib/database/db.server";
import { syncFolder } from "~/lib/database/sync-disk.server";
import { env } from "~/lib/env.server";
import { logEvent, logFailure } from "~/lib/log.server";

/** A UUID, for an image of a person with the length of its longest side in pixels. */
const NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-\d{3,4})?\.webp$/;
const TEMPORARY = /\.webp\.tmp$/;

/** A file gets its row within seconds. What no row names after this long is left from a crash. */
const LEFTOVER_MS = 60 * 60_000;

/** So many files are looked up in the rows at once. */
const BATCH_FILES = 500;

/** A file to be written: see `saveUploads`. */
export interface NewUpload {
	name: string;
	content: Uint8Array;
}

/**
 * Writes files, all of them or none, readable for our own account only, and on the disk when this returns. The rows
 * that name them are written afterwards, so that no row ever names a file that is missing or cut off.
 * @throws Error for a name of another form, and when one cannot be written (a full disk)
 */
export async function saveUploads(files: readonly NewUpload[]): Promise<void> {
	if (files.length === 0) return;
	await mkdir(env.UPLOADS_DIR, { recursive: true, mode: 0o700 });
	const written: string[] = [];
	try {
		for (const { name, content } of files) {
			const path = uploadPath(name);
			await writeSynced(`${path}.tmp`, content, written);
			await rename(`${path}.tmp`, path);
			written.push(path);
		}
		await syncFolder(env.UPLOADS_DIR);
	} catch (error) {
		for (const path of written) await rm(path, { force: true });
		throw error;
	}
}

async function writeSynced(path: string, content: Uint8Array, written: string[]): Promise<void> {
	const file = await open(path, "wx", 0o600);
	written.push(path);
	try {
		await file.writeFile(content);
		await file.sync();
	} finally {
		await file.close();
	}
}

/**
 * Removes files that no row names any more: called after the commit. One that is missing is fine; one that cannot be
 * removed now is left to `sweepUploads`.
 */
export async function eraseUploads(names: readonly string[]): Promise<void> {
	for (const name of names) {
		await rm(uploadPath(name), { force: true }).catch((error: unknown) =>
			logFailure("upload_not_erased", error),
		);
	}
}

/**
 * Where a file is.
 * @throws Error for a name that is not of our form: such a name is never part of a path
 */
export function uploadPath(name: string): string {
	if (!NAME.test(name)) throw new Error("Not the name of an upload");
	return join(env.UPLOADS_DIR, name);
}

/**
 * Removes what a crash left behind: unfinished files, and files that no row names, when they are older than an hour.
 * Files with names of another form are not ours and stay. Called at start and every hour.
 * @param now in milliseconds, as `Date.now()` gives it
 * @returns how many were removed
 */
export async function sweepUploads(now = Date.now()): Promise<number> {
	let removed = 0;
	let batch: string[] = [];
	const sweepBatch = async () => {
		const named = await namesInRows(batch);
		for (const name of batch.filter((name) => !named.has(name))) removed += await removeOld(name, now);
		batch = [];
	};
	const folder = await opendir(env.UPLOADS_DIR).catch(() => undefined);
	for await (const { name } of folder ?? []) {
		if (NAME.test(name) || TEMPORARY.test(name)) batch.push(name);
		if (batch.length === BATCH_FILES) await sweepBatch();
	}
	await sweepBatch();
	if (removed > 0) logEvent("uploads_swept", { files: removed });
	return removed;
}

/** 1 when it was a file of that age, and is gone. */
async function removeOld(name: string, now: number): Promise<number> {
	const path = join(env.UPLOADS_DIR, name);
	// Gone meanwhile: somebody else has removed it.
	const file = await stat(path).catch(() => undefined);
	if (!file?.isFile() || now - file.mtimeMs <= LEFTOVER_MS) return 0;
	await rm(path, { force: true });
	return 1;
}

/** Which of these files a row names. A new kind of image is added here. */
async function namesInRows(names: readonly string[]): Promise<ReadonlySet<string>> {
	const ids = names.map((name) => name.slice(0, 36));
	const photos = await db.selectFrom("users").select("photo").where("photo", "in", ids).execute();
	const pictures = await db
		.selectFrom("diagram_pictures")
		.select("file")
		.where("file", "in", names)
		.execute();
	const images = await db.selectFrom("document_images").select("id").where("id", "in", ids).execute();
	return new Set([
		...photos.map(({ photo }) => `${photo}-320.webp`),
		...pictures.map(({ file }) => file),
		...images.flatMap(({ id }) => [`${id}-1600.webp`, `${id}-320.webp`]),
	]);
}
