import { statSync } from "node:fs";
import { join } from "node:path";
import {
	type BackupList,
	DATABASE_FILE,
	findBackupList,
	listBackups,
	poolOf,
} from "~/features/backups/backup-folder.server";
import type { OnProgress } from "~/lib/progress";
import { readableHash } from "./file-hash";

/** Maximum number of report lines about images. */
const MAX_LINES = 20;

/**
 * Reads all backups of a folder, and their images, and compares them with what was saved. Only reads.
 * @returns one line in Spanish for each problem
 */
export function checkBackups(folder: string, onProgress?: OnProgress): string[] {
	const problems = new Map<string, string>();
	const images = new Map<string, BackupList["images"][number]>();
	const backups = listBackups(folder);
	for (const [index, name] of backups.entries()) {
		onProgress?.(index, backups.length);
		const list = listOf(join(folder, name));
		if (list === null)
			problems.set(
				name,
				`La copia ${name} no se puede leer (EACCES): pasala, con todo lo de ${folder}, al usuario del servidor.`,
			);
		else if (list && isWhole(join(folder, name, DATABASE_FILE), list.database))
			for (const image of list.images) images.set(image.name, image);
		else problems.set(name, `La copia ${name} está dañada y ya no sirve: borrá esa carpeta de ${folder}.`);
	}
	const wrong: string[] = [];
	let done = 0;
	for (const { name, size, sha256 } of images.values()) {
		onProgress?.(done++, images.size);
		const path = join(poolOf(folder), name);
		const isThere = statSync(path, { throwIfNoEntry: false })?.size === size;
		if (!isThere || (sha256 && !isWhole(path, sha256))) wrong.push(name);
	}
	// A running server may have removed backups meanwhile, and images that only these named.
	const still = listBackups(folder);
	const lists = wrong.length > 0 ? still.map((name) => listOf(join(folder, name))) : [];
	const named = new Set(lists.flatMap((list) => list?.images.map(({ name }) => name) ?? []));
	const lost = wrong.filter((name) => named.has(name));
	const lines = lost
		.slice(0, MAX_LINES)
		.map((name) => `En las copias falta o está dañada la imagen ${name}.`);
	const total = lost.length > MAX_LINES ? [`En total, ${lost.length} imágenes de las copias.`] : [];
	return [...still.flatMap((name) => problems.get(name) ?? []), ...lines, ...total];
}

/** Null for a backup of another user, which must not hide what is wrong with the others. */
function listOf(backup: string): BackupList | undefined | null {
	try {
		return findBackupList(backup);
	} catch {
		return null;
	}
}

function isWhole(path: string, hash: string): boolean {
	return readableHash(path) === hash;
}
