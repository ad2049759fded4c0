import { statfsSync, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { backupTime } from "~/lib/database/backup-times.server";
import { DATABASE_FILE, listBackups, readBackupList } from "./backup-folder.server";
import { poolOf, tidyPool } from "./image-pool.server";
import { backupsToRemove } from "./retention.server";

/**
 * Maximum share of the disk space that the database copies of all backups may take together. The disk space is the free
 * space plus the space of these copies.
 */
export const MAX_SHARE = 0.2;

/**
 * Removes the backups that `backupsToRemove` chooses; call `removeUnusedImages` afterwards. The caller holds the
 * folder's lock.
 * @param to the backup folder
 * @returns whether backups were removed
 */
export async function removeOldBackups(to: string, now: number): Promise<boolean> {
	const backups = listBackups(to).map((name) => ({
		name,
		at: backupTime(name) ?? 0,
		bytes: statSync(join(to, name, DATABASE_FILE), { throwIfNoEntry: false })?.size ?? 0,
	}));
	const { bavail, bsize } = statfsSync(to);
	const taken = backups.reduce((sum, { bytes }) => sum + bytes, 0);
	const old = backupsToRemove(backups, now, (bavail * bsize + taken) * MAX_SHARE).map((name) =>
		join(to, name),
	);
	for (const path of old) {
		// If the program crashes here, the next backup removes the renamed folder.
		await rename(path, `${path}.new`);
		await rm(`${path}.new`, { recursive: true, force: true });
	}
	return old.length > 0;
}

/**
 * Removes images that no backup uses. Removes none while a backup's list of images is unreadable. The caller holds the
 * folder's lock.
 * @param to the backup folder
 * @returns names of the backups with an unreadable list of images
 */
export async function removeUnusedImages(to: string): Promise<string[]> {
	const names = new Set<string>();
	const unreadable: string[] = [];
	for (const backup of listBackups(to)) {
		try {
			for (const { name } of readBackupList(join(to, backup)).images) names.add(name);
		} catch {
			unreadable.push(backup);
		}
		// Lets the server handle requests before the next backup's list of images is read, which may be long.
		await setImmediate();
	}
	if (unreadable.length === 0) await tidyPool(poolOf(to), names);
	return unreadable;
}
