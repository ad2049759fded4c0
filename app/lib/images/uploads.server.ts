/** Files in the uploads folder: re-encoded images. Their names are random and stored in database rows. */
import { mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { DB } from "db/schema";
import type { Transaction } from "kysely";
import { isBroken } from "~/lib/database/broken-database.server";
import { db } from "~/lib/database/db.server";
import { syncFolder } from "~/lib/database/sync-disk.server";
import { env } from "~/lib/env.server";
import { logEvent, logFailure } from "~/lib/log.server";
import { UPLOAD_NAME } from "./upload-name";

const TEMPORARY = /\.webp\.tmp$/;

/**
 * Age from which a file without a database row counts as left behind by a crash. Normally the row is written within
 * seconds.
 */
const LEFTOVER_MS = 60 * 60_000;

const BATCH_FILES = 500;

/** An image file to write into the uploads folder. */
export interface NewUpload {
	name: string;
	content: Uint8Array;
}

/**
 * Marks an image file for erasure after the commit: a new file that no row names, or an old file whose row was
 * deleted.
 */
export type Discard = (name: string) => void;

/**
 * Writes image files; then, in one transaction, the rows that name the files; then erases the files that `writeRows`
 * has marked with `discard`. A crash in between can leave a file without a row, which `sweepUploads` removes, but
 * never a row without its file.
 * @throws any error of the disk or the database; the new files are then erased, unless the database is broken
 */
export async function withUploads<Result>(
	files: readonly NewUpload[],
	writeRows: (trx: Transaction<DB>, discard: Discard) => Promise<Result>,
): Promise<Result> {
	await saveUploads(files);
	let unnamed = files.map(({ name }) => name);
	try {
		const discarded: string[] = [];
		const result = await db.transaction().execute((trx) => writeRows(trx, (name) => discarded.push(name)));
		unnamed = discarded;
		return result;
	} catch (error) {
		// While the database is broken it is unknown whether the rows were committed. The new files stay, and
		// `sweepUploads` later removes files without a row.
		if (isBroken(error)) unnamed = [];
		throw error;
	} finally {
		await eraseUploads(unnamed);
	}
}

/**
 * Writes all image files or none, readable by the server's own account only, and syncs them to the disk.
 * @throws Error for a malformed name, or when a file cannot be written, for example on a full disk
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
 * Erases image files that no row names any more. Call it after the commit. Ignores missing files; `sweepUploads`
 * later removes a file that cannot be erased now.
 */
export async function eraseUploads(names: readonly string[]): Promise<void> {
	for (const name of names) {
		await rm(uploadPath(name), { force: true }).catch((error: unknown) =>
			logFailure("upload_not_erased", error),
		);
	}
}

/**
 * Path of an uploaded image.
 * @throws Error for a malformed name, which must never become part of a path
 */
export function uploadPath(name: string): string {
	if (!UPLOAD_NAME.test(name)) throw new Error("Not the name of an upload");
	return join(env.UPLOADS_DIR, name);
}

/**
 * Removes image files left behind by a crash: unfinished files, and files that no row names, once they are older than
 * an hour. Ignores other files. Called at start and every hour.
 * @returns the number of removed files
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
		if (UPLOAD_NAME.test(name) || TEMPORARY.test(name)) batch.push(name);
		if (batch.length === BATCH_FILES) await sweepBatch();
	}
	await sweepBatch();
	if (removed > 0) logEvent("uploads_swept", { files: removed });
	return removed;
}

/** Removes an image file if it is older than an hour. @returns the number of removed files: 1 or 0 */
async function removeOld(name: string, now: number): Promise<number> {
	const path = join(env.UPLOADS_DIR, name);
	// `stat` fails when the file has been removed in the meantime.
	const file = await stat(path).catch(() => undefined);
	if (!file?.isFile() || now - file.mtimeMs <= LEFTOVER_MS) return 0;
	await rm(path, { force: true });
	return 1;
}

/**
 * Returns the given file names that occur in database rows. A new table that names images must be added to this
 * function, or `sweepUploads` removes its images.
 */
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
