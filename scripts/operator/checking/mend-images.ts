import { join } from "node:path";
import { poolOf } from "~/features/backups/backup-folder.server";
import { isDiskFull } from "~/lib/database/disk.server";
import { codeOf } from "~/lib/files/error-code";
import { makeFolder } from "~/lib/files/make-folder.server";
import { listLeftovers } from "~/lib/images/leftovers.server";
import { CommandError, explain } from "../errors";
import { count } from "../output";
import { copyImage, firstWhole } from "./image-pool";

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
		const folder = await firstWhole(folders, name, hashes.get(name));
		if (folder !== undefined) found.set(name, join(folder, name));
	}
	return found;
}

/**
 * Puts whole files in the place of missing or damaged images, also beside a running server.
 * @throws CommandError that says how many are back, if the disk fails after the first
 */
export async function mendImages(whole: ReadonlyMap<string, string>, uploads: string): Promise<void> {
	if (whole.size > 0) makeFolder(uploads);
	let done = 0;
	for (const [name, path] of whole) {
		await copyImage(path, join(uploads, name)).catch((error: unknown) => {
			if (done === 0 || !explain(error)) throw error;
			const failed = isDiskFull(error) ? "no queda lugar en el disco" : `falló ${name} (${codeOf(error)})`;
			throw new CommandError(
				`Se repusieron ${done} de ${count(whole.size, "imagen", "imágenes")} y ${failed}. Corregilo y volvé a correrlo: sigue con las que faltan.`,
			);
		});
		done++;
	}
}
