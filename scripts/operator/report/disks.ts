/** When the disks of an installation are full, if it goes on growing as before. */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { MAX_SHARE } from "~/features/backups/remove-old.server";
import { env } from "~/lib/env.server";
import type { Growth } from "./growth";
import { diskOf } from "./sizes";

/** How far the forecast looks. */
const MAX_DAYS = 3650;

/** What the installation has now. */
interface Present {
	databaseBytes: number;
	/** Number of backups that are kept; each holds the whole database. */
	backupCount: number;
}

/**
 * Number of days until the first of the disks of database, images and backups is full; undefined when none is within
 * ten years.
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
		// On one disk with the uploads, the images in the backups are hard links and take no space.
		if (backupsDisk.id !== imagesDisk.id) add(backupsDisk.id, imageBytes);
		if (disks.some(({ id, freeBytes }) => (added.get(id) ?? 0) >= freeBytes)) return days;
	}
	return undefined;
}

/**
 * Bytes by which the databases in the backups grow while the database itself grows by `added` bytes. Together they are
 * kept below `maxBytes`, but the newest one stays.
 */
export function backupGrowth(
	{ databaseBytes, backupCount }: Present,
	added: number,
	maxBytes: number,
): number {
	const later = databaseBytes + added;
	return Math.min(backupCount * later, Math.max(maxBytes, later)) - backupCount * databaseBytes;
}

/** The folder, or the nearest one above it that exists. */
function nearestFolder(path: string): string {
	return existsSync(path) || path === dirname(path) ? path : nearestFolder(dirname(path));
}
