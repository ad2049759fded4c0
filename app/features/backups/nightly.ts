import { type CivilDate, todayIn } from "~/lib/time/civil-date";

/** Local time at which a backup night begins: 03:00, in milliseconds since midnight. */
const NIGHT_BEGINS_MS = 3 * 3_600_000;

/**
 * Whether the nightly backup is due: no backup exists, or the last backup belongs to an earlier night. A night lasts
 * from 03:00 to 03:00, so that a server that was off at 03:00 makes the backup as soon as it runs again.
 * @param lastMs time of the last backup, in UTC milliseconds
 * @param nowMs current time, in UTC milliseconds
 * @param timeZone time zone of the local time 03:00
 */
export function isBackupDue(lastMs: number | undefined, nowMs: number, timeZone: string): boolean {
	if (lastMs === undefined) return true;
	const nightOf = (ms: number): CivilDate => todayIn(timeZone, new Date(ms - NIGHT_BEGINS_MS));
	return nightOf(lastMs) !== nightOf(nowMs);
}
