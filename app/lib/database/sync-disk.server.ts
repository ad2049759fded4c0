import { open } from "node:fs/promises";

/** Syncs a file to the disk (fsync), so that it survives a power cut. */
export function syncFile(path: string): Promise<void> {
	return sync(path, "r+");
}

/** Syncs a folder's file names, so that a power cut loses no new file. Windows cannot sync a folder. */
export async function syncFolder(path: string): Promise<void> {
	if (process.platform !== "win32") await sync(path, "r");
}

async function sync(path: string, flags: string): Promise<void> {
	const opened = await open(path, flags);
	try {
		await opened.sync();
	} finally {
		await opened.close();
	}
}
