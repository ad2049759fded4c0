import { open } from "node:fs/promises";

/** Syncs a file to the disk (fsync), so that it survives a power cut. */
export async function syncFile(path: string): Promise<void> {
	const file = await open(path, "r+");
	try {
		await file.sync();
	} finally {
		await file.close();
	}
}

/** Syncs a folder's file names, so that a power cut loses no new file. Windows cannot sync a folder. */
export async function syncFolder(path: string): Promise<void> {
	if (process.platform === "win32") return;
	const folder = await open(path, "r");
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
}
