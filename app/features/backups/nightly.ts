import { type CivilDate, todayIn } from "~/lib/time/civil-date";

/** Time of day on the plant's clock at which a backup night starts, in milliseconds since midnight. */
const NIGHT_BEGINS_MS = 3 * 3_600_000;

/**
 * Whether a backup is due: there is none, or the last one belongs to an earlier night. A night lasts from 03:00 to
 * 03:00, so that a server that was off at 03:00 makes its backup as soon as it is on again.
 * @param lastMs time of the last backup, in milliseconds
 * @param nowMs current time, in milliseconds
 * @param timeZone time zone of the plant
 */
export function isBackupDue(lastMs: number | undefined, nowMs: number, timeZone: string): boolean {
	if (lastMs === undefined) return true;
	const nightOf = (ms: number): CivilDate => todayIn(timeZone, new Date(ms - NIGHT_BEGINS_MS));
	return nightOf(lastMs) !== nightOf(nowMs);
}
