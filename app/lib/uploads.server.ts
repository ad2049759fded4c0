/** The files in the uploads folder: images re-encoded by us, under random names that rows know them by. */
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { db } from "./db.server";
import { env } from "./env.server";
import { logEvent, logFailure } from "./log.server";

/** A UUID, for an image of a person with the length of its longest side in pixels. */
const NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-\d{3,4})?\.webp$/;
const TEMPORARY = /\.webp\.tmp$/;

/** A file gets its row within seconds. What no row names after this long is left from a crash. */
const LEFTOVER_MS = 60 * 60_000;

/**
 * Writes a file whole or not at all, readable for our own account only, and on the disk when this returns. The row
 * that names it is written afterwards, so that no row ever names a file that is missing or cut off.
 * @throws Error for a name of another form, and when it cannot be written (a full disk)
 */
export async function saveUpload(name: string, content: Uint8Array): Promise<void> {
	const path = uploadPath(name);
	const temporary = `${path}.tmp`;
	await mkdir(env.UPLOADS_DIR, { recursive: true, mode: 0o700 });
	try {
		const file = await open(temporary, "wx", 0o600);
		try {
			await file.writeFile(content);
			await file.sync();
		} finally {
			await file.close();
		}
		await rename(temporary, path);
	} catch (error) {
		await rm(temporary, { force: true });
		throw error;
	}
	await syncFolder(env.UPLOADS_DIR);
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
	const names = await readdir(env.UPLOADS_DIR).catch(() => []);
	const old: string[] = [];
	for (const name of names.filter((name) => NAME.test(name) || TEMPORARY.test(name))) {
		// Gone meanwhile: somebody else has removed it.
		const file = await stat(join(env.UPLOADS_DIR, name)).catch(() => undefined);
		if (file?.isFile() && now - file.mtimeMs > LEFTOVER_MS) old.push(name);
	}
	// Read after the files: whatever is that old had its row long before.
	const named = await namesInRows();
	const left = old.filter((name) => !named.has(name));
	for (const name of left) await rm(join(env.UPLOADS_DIR, name), { force: true });
	if (left.length > 0) logEvent("uploads_swept", { files: left.length });
	return left.length;
}

/** Every file that a row names. A new kind of image is added here. */
async function namesInRows(): Promise<ReadonlySet<string>> {
	const photos = await db.selectFrom("users").select("photo").where("photo", "is not", null).execute();
	const pictures = await db.selectFrom("diagram_pictures").select("file").execute();
	return new Set([...photos.map(({ photo }) => `${photo}-320.webp`), ...pictures.map(({ file }) => file)]);
}

/** The new name itself survives a power cut only when its folder is on the disk too. Windows has no such call. */
async function syncFolder(path: string): Promise<void> {
	if (process.platform === "win32") return;
	const folder = await open(path, "r");
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
}
