/** Makes written data survive a power cut (fsync). */
import { open } from "node:fs/promises";

/** Syncs the content of a file to the disk. */
export async function syncFile(path: string): Promise<void> {
	const file = await open(path, "r+");
	try {
		await file.sync();
	} finally {
		await file.close();
	}
}

/**
 * Syncs a folder's file names to the disk: otherwise a power cut can lose a new file. Does nothing on Windows, which
 * cannot sync a folder.
 */
export async function syncFolder(path: string): Promise<void> {
	if (process.platform === "win32") return;
	const folder = await open(path, "r");
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
}
