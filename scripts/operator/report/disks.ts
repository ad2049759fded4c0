/** Forecasts when the disks will be full if the data go on growing at the present speed. */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { MAX_SHARE } from "~/features/backups/remove-old.server";
import { env } from "~/lib/env.server";
import type { Growth } from "./growth";
import { diskOf } from "./sizes";

/** Maximum number of days that the forecast covers. */
const MAX_DAYS = 3650;

interface Present {
	databaseBytes: number;
	/** Number of backups, each with a copy of the whole database. */
	backupCount: number;
}

/** Days until a disk with database, images or backups is full; undefined beyond ten years. */
export function daysUntilFull(growth: Growth, present: Present): number | undefined {
	const databaseDisk = diskOf(nearestFolder(dirname(env.DATABASE_PATH)));
	const imagesDisk = diskOf(nearestFolder(env.UPLOADS_DIR));
	const backupsDisk = diskOf(nearestFolder(env.BACKUPS_DIR));
	const disks = [databaseDisk, imagesDisk, backupsDisk];
	const maxBackupBytes = (backupsDisk.freeBytes + present.backupCount * present.databaseBytes) * MAX_SHARE;
	for (let days = 0; days <= MAX_DAYS; days++) {
		const databaseBytes = days * growth.databaseBytesPerDay;
		const imageBytes = days * growth.imageBytesPerDay;
		const added = new Map(disks.map(({ id }) => [id, 0]));
		const add = (id: number, bytes: number) => added.set(id, (added.get(id) ?? 0) + bytes);
		add(databaseDisk.id, databaseBytes);
		add(imagesDisk.id, imageBytes);
		add(backupsDisk.id, backupGrowth(present, databaseBytes, maxBackupBytes) + imageBytes);
		if (disks.some(({ id, freeBytes }) => (added.get(id) ?? 0) >= freeBytes)) return days;
	}
	return undefined;
}

/**
 * Returns how many bytes the backups' copies of the database grow in total, while the server's database grows by `added`
 * bytes. The copies together are limited to `maxBytes`, because the server then removes old backups; it always keeps the
 * newest backup.
 */
export function backupGrowth(
	{ databaseBytes, backupCount }: Present,
	added: number,
	maxBytes: number,
): number {
	const later = databaseBytes + added;
	return Math.min(backupCount * later, Math.max(maxBytes, later)) - backupCount * databaseBytes;
}

/** The folder, or the nearest parent that exists. */
function nearestFolder(path: string): string {
	return existsSync(path) || path === dirname(path) ? path : nearestFolder(dirname(path));
}
