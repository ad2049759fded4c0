import { type CivilDate, todayIn } from "~/lib/time/civil-date";

/** Start of a backup's night on the plant's clock, in milliseconds since midnight. */
const NIGHT_BEGINS_MS = 3 * 3_600_000;

/**
 * Whether a backup is due: the last one belongs to an earlier night, or there is none. A night lasts from 03:00 to 03:00, so
 * that a server that was off at 03:00 makes its backup when it is on again.
 * @param lastMs time of the last backup, and `nowMs`, in milliseconds
 * @param timeZone of the plant
 */
export function isBackupDue(lastMs: number | undefined, nowMs: number, timeZone: string): boolean {
	if (lastMs === undefined) return true;
	const nightOf = (ms: number): CivilDate => todayIn(timeZone, new Date(ms - NIGHT_BEGINS_MS));
	return nightOf(lastMs) !== nightOf(nowMs);
}
