/** The days that an overtime entry touches, and its night hours. */
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { DAY_MINUTES } from "~/lib/units/durations";
import { type OvertimeRules, ruleOn } from "./overtime-rules";

export interface ShiftedExtra {
	/** The day on which the overtime entry starts. */
	date: CivilDate;
	/** Duration in minutes: above 0, at most 960 (16 hours). */
	minutes: number;
	/** Minutes since midnight, typed or proposed by the diagram; null when unknown. */
	startMinute: number | null;
	/** Shift letter, which decides whether an entry without a start time may last beyond midnight. */
	shift: string;
}

export interface DayPart {
	date: CivilDate;
	/** Start and end in minutes since midnight of `date`. */
	from: number;
	to: number;
}

/**
 * Usual starts, in minutes since midnight, of the shifts that do not run through the night. `latestEnd` uses them to
 * decide whether an entry without a start time may have lasted beyond midnight.
 */
const usualStartMinutes: Readonly<Record<string, number>> = { M: 6 * 60, D: 6 * 60, T: 14 * 60 };

/**
 * Returns the time span of an entry, cut at midnight into one part for each day. Without a start time, the span is the
 * time in which the entry may lie: from 0:00 of its date to its latest possible end.
 * @param cycle cycle of the worker's diagram on the date; undefined without a diagram
 */
export function dayPartsOf(extra: ShiftedExtra, cycle?: string): DayPart[] {
	const { date, minutes, startMinute } = extra;
	const to = startMinute === null ? latestEnd(extra, cycle) : startMinute + minutes;
	return daysOf(date, startMinute ?? 0, to);
}

/**
 * Returns the latest possible end of an entry without a start time, in minutes since midnight. Assumes that the entry
 * ends by midnight if it does so when it starts at the usual time of its shift. Otherwise its latest start is 23:59.
 */
function latestEnd({ shift, minutes }: ShiftedExtra, cycle = "D"): number {
	// In a diagram without the shift D, this is the letter of a crew, which may have worked at night.
	const usual = shift === "D" && !cycle.includes("D") ? undefined : usualStartMinutes[shift];
	const endsByMidnight = usual !== undefined && usual + minutes <= DAY_MINUTES;
	return endsByMidnight ? DAY_MINUTES : DAY_MINUTES - 1 + minutes;
}

/** Cuts a time span at midnight. A span ends at the latest on the day after `date`. */
function daysOf(date: CivilDate, from: number, to: number): DayPart[] {
	const days = [{ date, from, to: Math.min(to, DAY_MINUTES) }];
	if (to > DAY_MINUTES) days.push({ date: addDays(date, 1), from: 0, to: to - DAY_MINUTES });
	return days;
}

/**
 * Minutes within the legal night hours (LCT art. 200).
 * @param startMinute minutes since midnight of `start`
 * @param minutes duration, at most 24 hours
 */
export function nightMinutes(
	start: CivilDate,
	startMinute: number,
	minutes: number,
	rules?: OvertimeRules,
): number {
	return daysOf(start, startMinute, startMinute + minutes).reduce((total, { date, from, to }) => {
		const { nightStartMinute, nightEndMinute } = ruleOn(date, rules);
		const morning = Math.max(0, Math.min(to, nightEndMinute) - from);
		const evening = Math.max(0, to - Math.max(from, nightStartMinute));
		return total + morning + evening;
	}, 0);
}
