import { type CivilDate, todayIn } from "~/lib/time/civil-date";

/** A backup's night begins at this hour of the plant's clock, in milliseconds since midnight. */
const NIGHT_BEGINS_MS = 3 * 3_600_000;

/**
 * Whether it is time for a backup: the newest one is of an earlier night, or there is none. A night goes from three
 * o'clock to three o'clock, so that a server that was off at three makes its backup when it is on again.
 * @param last when the newest one was made, and `now`, in milliseconds
 * @param timeZone the plant's
 */
export function isBackupDue(last: number | undefined, now: number, timeZone: string): boolean {
	if (last === undefined) return true;
	const nightOf = (ms: number): CivilDate => todayIn(timeZone, new Date(ms - NIGHT_BEGINS_MS));
	return nightOf(last) !== nightOf(now);
}
