/**
 * When a phone may ring. All minutes count from one fixed day on the plant's clock, so that they go on over midnight.
 */
import { modulo } from "~/lib/time/civil-date";
import { DAY_MINUTES, HOUR_MINUTES } from "~/lib/units/durations";

/** A shift, from its first minute to the minute in which it ends. */
export interface ShiftSpan {
	start: number;
	end: number;
}

/** A notice comes this long before the shift: the evening before a morning. */
const AHEAD = 12 * HOUR_MINUTES;
/** After a night the worker sleeps. */
const SLEEP = 8 * HOUR_MINUTES;
/** Nobody's phone rings from 22 to 8; what would ring then rings at 20. */
const NIGHT = { from: 22 * HOUR_MINUTES, to: 8 * HOUR_MINUTES, evening: 20 * HOUR_MINUTES };
/**
 * A shift that begins earlier is a night, such as that from 0 to 8 of plants that change shifts at 0, 8 and 16. After one of
 * twelve hours from then on, the sleep would last until phones are quiet, and the next shift would never be told.
 */
const EARLIEST_MORNING = 2 * HOUR_MINUTES;

/**
 * The minute at which a worker is told of a shift: 12 hours before, but never in the 8 hours after a night, when it waits
 * until these are over, and never at night, when it comes the evening before.
 * @param shifts the worker's shifts around this one
 */
export function noticeMinute({ start }: ShiftSpan, shifts: readonly ShiftSpan[]): number {
	let minute = start - AHEAD;
	if (!sleepAt(minute, shifts) && isAtNight(minute)) minute = eveningBefore(minute);
	return sleepAt(minute, shifts) ?? minute;
}

/** Whether no notice may come in this minute. */
export function isQuiet(minute: number, shifts: readonly ShiftSpan[]): boolean {
	return isAtNight(minute) || sleepAt(minute, shifts) !== undefined;
}

/** The minute in which the worker's sleep after a night ends; undefined if the worker does not sleep in `minute`. */
function sleepAt(minute: number, shifts: readonly ShiftSpan[]): number | undefined {
	const night = shifts.find((shift) => isNight(shift) && minute >= shift.end && minute < shift.end + SLEEP);
	return night && night.end + SLEEP;
}

/** Whether a shift goes on over midnight, or begins soon after it. */
function isNight({ start, end }: ShiftSpan): boolean {
	const clock = modulo(start, DAY_MINUTES);
	return clock < EARLIEST_MORNING || end > start - clock + DAY_MINUTES;
}

function isAtNight(minute: number): boolean {
	const clock = modulo(minute, DAY_MINUTES);
	return clock >= NIGHT.from || clock < NIGHT.to;
}

function eveningBefore(minute: number): number {
	const clock = modulo(minute, DAY_MINUTES);
	return minute - clock + NIGHT.evening - (clock < NIGHT.to ? DAY_MINUTES : 0);
}
