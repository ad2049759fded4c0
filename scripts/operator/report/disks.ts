/**
 * Computes when the disks of an installation will be full if the installation keeps growing at the current rate.
 */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { MAX_SHARE } from "~/features/backups/remove-old.server";
import { env } from "~/lib/env.server";
import type { Growth } from "./growth";
import { diskOf } from "./sizes";

/** Maximum number of days that the forecast covers. */
const MAX_DAYS = 3650;

/** The current state of the installation. */
interface Present {
	databaseBytes: number;
	/** Number of kept backups; each contains a copy of the whole database. */
	backupCount: number;
}

/**
 * Number of days until one of the disks with database, images and backups is full; undefined when none is full
 * within ten years.
 */
export function daysUntilFull(growth: Growth, present: Present): number | undefined {
	const [databaseDisk, imagesDisk, backupsDisk] = [
		dirname(env.DATABASE_PATH),
		env.UPLOADS_DIR,
		env.BACKUPS_DIR,
	]
		.map(nearestFolder)
		.map(diskOf);
	if (!databaseDisk || !imagesDisk || !backupsDisk) return undefined;
	const disks = [databaseDisk, imagesDisk, backupsDisk];
	const maxBackupBytes = (backupsDisk.freeBytes + present.backupCount * present.databaseBytes) * MAX_SHARE;
	for (let days = 0; days <= MAX_DAYS; days++) {
		const databaseBytes = days * growth.databaseBytesPerDay;
		const imageBytes = days * growth.imageBytesPerDay;
		const added = new Map(disks.map(({ id }) => [id, 0]));
		const add = (id: number, bytes: number) => added.set(id, (added.get(id) ?? 0) + bytes);
		add(databaseDisk.id, databaseBytes);
		add(imagesDisk.id, imageBytes);
		add(backupsDisk.id, backupGrowth(present, databaseBytes, maxBackupBytes));
		// If backups and uploads are on the same disk, the images of the backups are hard links, which take no
		// space.
		if (backupsDisk.id !== imagesDisk.id) add(backupsDisk.id, imageBytes);
		if (disks.some(({ id, freeBytes }) => (added.get(id) ?? 0) >= freeBytes)) return days;
	}
	return undefined;
}

/**
 * Number of bytes by which the databases in the backups grow while the database grows by `added` bytes. Old backups
 * are removed so that the databases stay below `maxBytes` in total, but the newest one is always kept.
 */
export function backupGrowth(
	{ databaseBytes, backupCount }: Present,
	added: number,
	maxBytes: number,
): number {
	const later = databaseBytes + added;
	return Math.min(backupCount * later, Math.max(maxBytes, later)) - backupCount * databaseBytes;
}

/** The folder itself or, if it does not exist, the nearest parent folder that exists. */
function nearestFolder(path: string): string {
	return existsSync(path) || path === dirname(path) ? path : nearestFolder(dirname(path));
}
