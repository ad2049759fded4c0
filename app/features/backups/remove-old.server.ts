import { statfsSync, statSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { backupTime, isInFuture } from "~/lib/database/backup-times.server";
import { UPLOAD_NAME } from "~/lib/images/upload-name";
import { tryEach } from "~/lib/in-steps.server";
import { DAY_MS, HOUR_MS } from "~/lib/units/durations";
import { DATABASE_FILE, listBackups, poolOf, readBackupList } from "./backup-folder.server";

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
	const backups = listBackups(to).flatMap((name) => {
		const bytes = bytesOf(join(to, name, DATABASE_FILE));
		return bytes === undefined ? [] : [{ name, at: backupTime(name) ?? 0, bytes }];
	});
	const { bavail, bsize } = statfsSync(to);
	const taken = backups.reduce((sum, { bytes }) => sum + bytes, 0);
	const old = backupsToRemove(backups, now, (bavail * bsize + taken) * MAX_SHARE).map((name) =>
		join(to, name),
	);
	await tryEach(old, async (path) => {
		// If the program crashes here, the next backup removes the renamed folder.
		await rename(path, `${path}.new`);
		await rm(`${path}.new`, { recursive: true, force: true });
	});
	return old.length > 0;
}

/** 0 without such a file; undefined if it cannot be looked at, as in a backup of another user, which stays. */
function bytesOf(path: string): number | undefined {
	try {
		return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
	} catch {
		return undefined;
	}
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

/**
 * Time for which a daily backup is kept after the next daily backup. The time does not count from the backup itself:
 * otherwise a server that was off for weeks would remove its old daily backups at its start.
 */
const KEPT_MS = 13 * DAY_MS;

interface DatedBackup {
	name: string;
	/** Time of the backup in UTC milliseconds. */
	at: number;
	/** Size of the backup without its images. An image is stored only once for all backups. */
	bytes: number;
}

/**
 * Chooses the backups to remove. Keeps all backups of the last hour, the newest backup of each hour of the last day, and
 * daily backups. A daily backup, the newest of its day (UTC), is kept until the daily backup after it is older than
 * KEPT_MS. If all kept backups take more than `maxBytes`, removes the oldest hourly backups first, then the oldest daily
 * backups. Always keeps the newest backup, and backups with a time in the future.
 * @returns names of the backups to remove
 */
export function backupsToRemove(backups: readonly DatedBackup[], now: number, maxBytes: number): string[] {
	const newestFirst = backups
		.filter(({ at }) => !isInFuture(at, now))
		.toSorted((one, other) => other.at - one.at);
	const hourly = newestOfEach(newestFirst, HOUR_MS);
	const daily = newestOfEach(newestFirst, DAY_MS);
	const kept = newestFirst.filter((backup, index) => {
		const age = now - backup.at;
		if (age <= HOUR_MS) return true;
		const next = newestFirst.slice(0, index).findLast((newer) => daily.has(newer));
		const replacedFor = now - (next?.at ?? now);
		return (age <= DAY_MS && hourly.has(backup)) || (replacedFor <= KEPT_MS && daily.has(backup));
	});
	const oldestFirst = kept.slice(1).toReversed();
	const dispensable = [
		...oldestFirst.filter((backup) => !daily.has(backup)),
		...oldestFirst.filter((backup) => daily.has(backup)),
	];
	let bytes = kept.reduce((sum, backup) => sum + backup.bytes, 0);
	const stays = new Set(kept);
	for (const backup of dispensable) {
		if (bytes <= maxBytes) break;
		stays.delete(backup);
		bytes -= backup.bytes;
	}
	return newestFirst.filter((backup) => !stays.has(backup)).map(({ name }) => name);
}

/** The newest backup of each period of `periodMs`, counted from 1970 in UTC. */
function newestOfEach(newestFirst: readonly DatedBackup[], periodMs: number): ReadonlySet<DatedBackup> {
	const newest = new Map<number, DatedBackup>();
	for (const backup of newestFirst) {
		const period = Math.floor(backup.at / periodMs);
		if (!newest.has(period)) newest.set(period, backup);
	}
	return new Set(newest.values());
}

const UNFINISHED = /\.(new|held)$/;

/** Removes partial files, and images that are not in `names`, from the image pool. Keeps files that are not images. */
async function tidyPool(pool: string, names: ReadonlySet<string>): Promise<void> {
	for (const name of await readdir(pool)) {
		if (UPLOAD_NAME.test(name.replace(UNFINISHED, "")) && !names.has(name))
			await rm(join(pool, name), { force: true });
	}
}
