import { join } from "node:path";
import { DATABASE_FILE, listBackups, readBackupList } from "~/features/backups/backup-folder.server";
import { backupTime, isInFuture } from "~/lib/database/backup-times.server";
import { env } from "~/lib/env.server";
import type { Moment } from "./growth";
import { sizeBelow, sizeOf } from "./sizes";

/**
 * Reads what the report shows about the backups, and the sizes of database and images in the oldest backup, from which
 * the report computes the growth. Leaves out backups dated in the future, except in the total size.
 * @param seen inodes of files already counted, so that an image that is a hard link to a file in uploads counts once
 */
export function readBackups(seen: Set<string>, now: number) {
	const names = listBackups(env.BACKUPS_DIR).filter((name) => !isInFuture(backupTime(name) ?? 0, now));
	const [first] = names;
	return {
		shown: {
			...sizeBelow(env.BACKUPS_DIR, seen),
			count: names.length,
			oldestAt: first === undefined ? null : (backupTime(first) ?? null),
		},
		oldest: first === undefined ? undefined : momentOf(first),
	};
}

/** Returns the time of a backup, and the sizes of its database and images; undefined if the backup is unreadable. */
function momentOf(name: string): Moment | undefined {
	try {
		const backup = join(env.BACKUPS_DIR, name);
		const { images } = readBackupList(backup);
		return {
			at: backupTime(name) ?? 0,
			databaseBytes: sizeOf(join(backup, DATABASE_FILE)),
			imageBytes: images.reduce((sum, { size }) => sum + size, 0),
		};
	} catch {
		return undefined;
	}
}
