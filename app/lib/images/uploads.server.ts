/** The uploads folder: re-encoded images, whose random names are stored in database rows. */
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

/** Age in ms from which a file without a row counts as left by a crash: rows are written within seconds. */
const LEFTOVER_MS = 60 * 60_000;

const BATCH_FILES = 500;

export interface NewUpload {
	name: string;
	content: Uint8Array;
}

/** Marks a file to be erased after the commit, because then no row refers to the file any more. */
export type Discard = (name: string) => void;

/**
 * Writes image files, then their rows in one transaction, then erases the files that `writeRows` discards. A crash
 * can leave a file without a row, which `sweepUploads` removes, but no row without its file.
 * @throws errors of disk or database; the new files are then erased, or left to `sweepUploads` if the database is broken
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
		// With a broken database it is unknown whether the rows were committed, so the files stay; `sweepUploads`
		// removes files without a row.
		if (isBroken(error)) unnamed = [];
		throw error;
	} finally {
		await eraseUploads(unnamed);
	}
}

/**
 * Writes all image files or none, and syncs them. Only the server's operating system user can read the files.
 * @throws Error for a malformed name, or when a file cannot be written
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
 * Erases files that no row names any more. Call this after the commit of the transaction that deletes the rows.
 * `sweepUploads` later removes the files that cannot be erased now.
 */
export async function eraseUploads(names: readonly string[]): Promise<void> {
	for (const name of names) {
		await rm(uploadPath(name), { force: true }).catch((error: unknown) =>
			logFailure("upload_not_erased", error),
		);
	}
}

/**
 * Path of an image.
 * @throws Error for a malformed name, which must never be part of a path
 */
export function uploadPath(name: string): string {
	if (!UPLOAD_NAME.test(name)) throw new Error("Not the name of an upload");
	return join(env.UPLOADS_DIR, name);
}

/**
 * Removes image files that are older than an hour and that a crash has left: unfinished files, and files that no
 * database row names. Runs at start and every hour.
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

/**
 * Removes a file older than an hour.
 * @returns 1 or 0, the number of removed files
 */
async function removeOld(name: string, now: number): Promise<number> {
	const path = join(env.UPLOADS_DIR, name);
	// The file may have been removed meanwhile.
	const file = await stat(path).catch(() => undefined);
	if (!file?.isFile() || now - file.mtimeMs <= LEFTOVER_MS) return 0;
	await rm(path, { force: true });
	return 1;
}

/**
 * Looks up the database rows to which the files in `names` belong. Returns the names of all files of these rows. Read
 * every table with images here, because `sweepUploads` removes all other images.
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
