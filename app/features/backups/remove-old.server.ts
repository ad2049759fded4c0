import { statfsSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { backupTime } from "~/lib/database/backup-times.server";
import { DATABASE_FILE, listBackups, readBackupList } from "./backup-folder.server";
import { poolOf, tidyPool } from "./image-pool.server";
import { backupsToRemove } from "./retention.server";

/**
 * Maximum share of the free disk space that the databases in the backups may take. The space that they take now
 * counts as free. Because the share is one of the free space, several installations on one disk never fill the
 * disk.
 */
export const MAX_SHARE = 0.2;

/**
 * Removes old backups, and images that no remaining backup uses. The caller holds the lock of the folder.
 * @param to the backup folder
 * @returns backups whose list of images is unreadable; if there are any, no image is removed
 */
export async function removeOldBackups(to: string, now: number): Promise<string[]> {
	const backups = listBackups(to).map((name) => ({
		name,
		at: backupTime(name) ?? 0,
		bytes: statSync(join(to, name, DATABASE_FILE), { throwIfNoEntry: false })?.size ?? 0,
	}));
	const { bavail, bsize } = statfsSync(to);
	const taken = backups.reduce((sum, { bytes }) => sum + bytes, 0);
	for (const old of backupsToRemove(backups, now, (bavail * bsize + taken) * MAX_SHARE))
		await rm(join(to, old), { recursive: true, force: true });
	const names = new Set<string>();
	const unreadable = listBackups(to).filter((backup) => {
		try {
			for (const { name } of readBackupList(join(to, backup)).images) names.add(name);
			return false;
		} catch {
			return true;
		}
	});
	if (unreadable.length === 0) await tidyPool(poolOf(to), names);
	return unreadable;
}
