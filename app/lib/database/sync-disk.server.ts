/** What is written is on the disk only when the system has been told to put it there. */
import { open } from "node:fs/promises";

/** The content of a file is on the disk when this returns. */
export async function syncFile(path: string): Promise<void> {
	const file = await open(path, "r+");
	try {
		await file.sync();
	} finally {
		await file.close();
	}
}

/** The names in a folder are on the disk when this returns: without it a new one is lost in a power cut. Windows has no such call. */
export async function syncFolder(path: string): Promise<void> {
	if (process.platform === "win32") return;
	const folder = await open(path, "r");
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
}
