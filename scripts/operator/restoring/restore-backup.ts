/**
 * Restores a backup or database file. If the restore is killed, the server still has all previous or all restored
 * data.
 */

import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { backupName } from "~/lib/database/backup-times.server";
import { preparedCopyOf, removePreparedCopy, replacedImagesPath } from "~/lib/database/put-aside.server";
import { syncFile, syncFolder } from "~/lib/database/sync-disk.server";
import { env } from "~/lib/env.server";
import { MB } from "~/lib/units/bytes";
import { CommandError } from "../errors";
import { withProgress } from "../progress";
import { diskOf } from "../report/sizes";
import { type CheckedSource, checkSource } from "./backup-source";
import { deletedAccounts } from "./deleted-accounts";
import { freePath, requireExclusiveAccess, setAside } from "./present-database";
import type { RestoreSource } from "./restore-source";
import { addImages, imagesIn, keepReplacedImages, removeReplacedImages } from "./restored-images";
import { type Staged, stageDatabase } from "./staged-database";

interface Restored extends Staged {
	images: number;
	/** Number of images to which the restored database refers, but which are missing or damaged. */
	lost: number;
	/** The names of these images. */
	lostImages: string[];
	/** New path of the previous database, if there was one. */
	aside?: string;
	/** Folder with the images that the restored database does not use, if there were any. */
	imagesAside?: string;
}

interface RestoreChoices {
	/** Whether existing data may be replaced. Replaced data are moved aside. */
	mayReplace: boolean;
	/** Whether to restore a backup in which images are missing or damaged. */
	mayLoseImages: boolean;
}

/**
 * Restores a backup: adds its images to the uploads folder, and replaces the database by renaming one file. Before
 * this, links or copies the images that the restored database does not use into a separate folder. At the end, removes
 * these images from the uploads folder. The caller must hold the server lock.
 * @throws CommandError that says why nothing was restored
 */
export async function restoreBackup(
	source: RestoreSource,
	{ mayReplace, mayLoseImages }: RestoreChoices,
): Promise<Restored> {
	const database = resolve(env.DATABASE_PATH);
	if (existsSync(database) && !mayReplace) {
		throw new CommandError(
			`Ya hay una base de datos en ${database}. Para poner la copia en su lugar agregá --replace: la de ahora queda guardada al lado.`,
		);
	}
	const checked = await withProgress("Revisando la copia", (report) =>
		checkSource(source, mayLoseImages, report),
	);
	requireExclusiveAccess(database);
	removePreparedCopy(database);
	requireDiskSpace(source, dirname(database));
	try {
		return await replaceData(source, database, checked);
	} finally {
		removePreparedCopy(database);
	}
}

async function replaceData(
	source: RestoreSource,
	database: string,
	{ damaged, hashes }: CheckedSource,
): Promise<Restored> {
	const path = preparedCopyOf(database);
	const tombstones = await deletedAccounts(source, database);
	const present = existsSync(database) ? database : undefined;
	const counts = await withProgress("Preparando la base de datos", () =>
		stageDatabase(source, path, tombstones, present),
	);
	const images = imagesIn(path, hashes);
	const lostImages = await withProgress("Restaurando imágenes", (report) =>
		addImages(source, images, damaged, report),
	);
	await syncFile(path);
	const name = backupName(Date.now());
	const imagesAside = freePath(replacedImagesPath() + name);
	let replaced: string[];
	let aside: string | undefined;
	try {
		replaced = await keepReplacedImages(imagesAside, images);
		aside = setAside(database, name, tombstones);
		renameSync(path, database);
	} catch (error) {
		rmSync(imagesAside, { recursive: true, force: true });
		throw error;
	}
	await syncFolder(dirname(database));
	removeReplacedImages(replaced);
	return {
		...counts,
		images: images.size - lostImages.length,
		lost: lostImages.length,
		lostImages,
		aside,
		imagesAside: replaced.length > 0 ? imagesAside : undefined,
	};
}

function requireDiskSpace({ database }: RestoreSource, folder: string): void {
	// Space for one copy of the database, and for two more during VACUUM.
	const wanted = 3 * statSync(database).size;
	if (diskOf(folder).freeBytes >= wanted) return;
	throw new CommandError(
		`No hay lugar en ${folder}: hacen falta ${Math.ceil(wanted / MB)} MB. No se tocó nada.`,
	);
}
