import { isInFuture } from "~/lib/database/backup-times.server";
import { DAY_MS, HOUR_MS } from "~/lib/units/durations";

/**
 * Time for which a daily backup is kept after the next daily backup. The time does not count from the backup itself:
 * otherwise a server that was off for weeks would remove its old daily backups at its start.
 */
const KEPT_MS = 13 * DAY_MS;

export interface DatedBackup {
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
		if (index === 0 || age <= HOUR_MS) return true;
		const next = newestFirst.slice(0, index).findLast((newer) => daily.has(newer));
		const replacedFor = now - (next?.at ?? now);
		return (age <= DAY_MS && hourly.has(backup)) || (replacedFor <= KEPT_MS && daily.has(backup));
	});
	const [newest, ...others] = kept;
	const oldestFirst = others.toReversed();
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
	if (newest) stays.add(newest);
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
