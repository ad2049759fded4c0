/** The uploads folder: re-encoded images, whose random names are stored in database rows. */
import { randomUUID } from "node:crypto";
import { access, type FileHandle, open, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isBroken } from "~/lib/database/broken-database.server";
import { db, type Trx } from "~/lib/database/db.server";
import { syncFolder } from "~/lib/database/sync-disk.server";
import { env } from "~/lib/env.server";
import { makeFolder } from "~/lib/files/make-folder.server";
import { logFailure } from "~/lib/log.server";
import { UPLOAD_NAME } from "./upload-name";

export interface NewUpload {
	name: string;
	content: Uint8Array;
}

/** Marks a file to be erased after the commit, because then no row refers to the file any more. */
export type Discard = (name: string) => void;

/**
 * Writes image files, then their rows in one transaction, then erases the files that `writeRows` discards. A crash
 * can leave a file without a row, which `sweepUploads` puts aside, but no row without its file.
 * @throws errors of disk or database; the new files are then erased, or left to `sweepUploads` if the database is broken
 */
export async function withUploads<Result>(
	files: readonly NewUpload[],
	writeRows: (trx: Trx, discard: Discard) => Promise<Result>,
): Promise<Result> {
	await saveUploads(files);
	let unnamed = files.map(({ name }) => name);
	try {
		const discarded: string[] = [];
		const result = await db.transaction().execute((trx) => writeRows(trx, (name) => discarded.push(name)));
		unnamed = discarded;
		return result;
	} catch (error) {
		// With a broken database it is unknown whether the rows were committed, so the files stay for `sweepUploads`.
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
	makeFolder(env.UPLOADS_DIR);
	const written: string[] = [];
	try {
		for (const { name, content } of files) {
			const path = uploadPath(name);
			written.push(`${path}.tmp`);
			await writeFile(`${path}.tmp`, content, { flag: "wx", mode: 0o600, flush: true });
			await rename(`${path}.tmp`, path);
			written.push(path);
		}
		await syncFolder(env.UPLOADS_DIR);
	} catch (error) {
		for (const path of written) await rm(path, { force: true });
		throw error;
	}
}

/** Opens a new file without a name: nothing of it is left once it is closed, or after a crash. */
export async function openNamelessFile(): Promise<FileHandle> {
	makeFolder(env.UPLOADS_DIR);
	const path = join(env.UPLOADS_DIR, `${randomUUID()}.webp.tmp`);
	const file = await open(path, "wx+", 0o600);
	await rm(path);
	return file;
}

/**
 * Erases files that no row names any more. Call this after the commit of the transaction that deletes the rows.
 * `sweepUploads` later puts aside the files that cannot be erased now.
 */
export async function eraseUploads(names: readonly string[]): Promise<void> {
	for (const name of names) {
		await rm(uploadPath(name), { force: true }).catch((error: unknown) =>
			logFailure("upload_not_erased", error),
		);
	}
}

/** Whether there is a file at a path of `uploadPath`. */
export function hasFile(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	);
}

/**
 * Path of an image.
 * @throws Error for a malformed name, which must never be part of a path
 */
export function uploadPath(name: string): string {
	if (!UPLOAD_NAME.test(name)) throw new Error("Not the name of an upload");
	return join(env.UPLOADS_DIR, name);
}
