import { join } from "node:path";
import { poolOf } from "~/features/backups/backup-folder.server";
import { makeFolder } from "~/lib/files/make-folder.server";
import { listLeftovers } from "~/lib/images/leftovers.server";
import { copyImage, hashOf } from "./image-pool";

/**
 * Finds whole files for missing or damaged images: in the backups, and among the leftovers of the uploads folder.
 * @param names the missing or damaged images
 * @param hashes SHA-256 by name, as far as it is known
 * @returns path of the whole file by name
 */
export async function findWholeImages(
	names: readonly string[],
	hashes: ReadonlyMap<string, string>,
	backups: string,
): Promise<Map<string, string>> {
	const folders = [poolOf(backups), ...(await listLeftovers())];
	const found = new Map<string, string>();
	for (const name of names) {
		const wanted = hashes.get(name);
		for (const path of folders.map((folder) => join(folder, name))) {
			const hash = await hashOf(path);
			if (hash === undefined || (wanted !== undefined && hash !== wanted)) continue;
			found.set(name, path);
			break;
		}
	}
	return found;
}

/** Puts whole files in the place of missing or damaged images, also beside a running server. */
export async function mendImages(whole: ReadonlyMap<string, string>, uploads: string): Promise<void> {
	if (whole.size > 0) makeFolder(uploads);
	for (const [name, path] of whole) await copyImage(path, join(uploads, name));
}
