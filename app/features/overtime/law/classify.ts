/**
 * Splits overtime by pay rate: a premium of 50 % or of 100 %. An entry is cut at midnight and where the rate changes.
 * Each part is paid by the rule of its own date.
 */
import { type Holiday, type HolidaysOn, strongestKind } from "~/features/holidays/holiday-rule";
import { addDays, type CivilDate, weekdayOf } from "~/lib/time/civil-date";
import { type OvertimeRules, overtimeRules, ruleOn } from "./overtime-rules";

export const DAY_MINUTES = 24 * 60;
export const SATURDAY = 6;
export const SUNDAY = 7;

/**
 * Version of the code that splits entries by premium. When it increases, the next server start recomputes all stored
 * entries.
 */
export const SPLITTING_VERSION = 2;

/** Minutes by premium. The first three numbers add up to the whole entry; night minutes are counted separately. */
export interface Split {
	minutes50: number;
	minutes100: number;
	/** Minutes whose premium (50 % or 100 %) is unknown, for example without a start time. */
	minutesUnclassified: number;
	/** Minutes of night work; null without a start time. */
	minutesNight: number | null;
}

export interface ExtraTime {
	/** The day on which the overtime entry starts. */
	date: CivilDate;
	/** Duration in minutes: above 0, at most 960 (16 hours). */
	minutes: number;
	/** Minutes since midnight, typed or proposed by the diagram; null when unknown. */
	startMinute: number | null;
}

export interface ExtraToSplit extends ExtraTime {
	/** Shift letter, which decides whether an entry without a start time may last beyond midnight. */
	shift: string;
}

/** Part of an entry within one day and at one rate. */
export interface Piece {
	date: CivilDate;
	minutes: number;
	rate: 50 | 100;
}

/**
 * Usual starts, in minutes since midnight, of the shifts that do not run through the night. `latestEnd` uses them to
 * decide whether an entry without a start time may have lasted beyond midnight.
 */
const usualStartMinutes: Readonly<Record<string, number>> = { M: 6 * 60, D: 6 * 60, T: 14 * 60 };

/**
 * Splits an entry by pay rate: LCT (employment contract act) art. 201 (50 %; 100 % on Saturdays after 13:00,
 * Sundays and holidays) and art. 200 (night work). Without a start time, a rate is known only if every possible
 * start gives the same rate.
 * @param holidaysOn must know the holidays of the entry's date and of the next day
 */
export function splitExtra(
	extra: ExtraToSplit,
	holidaysOn: HolidaysOn,
	rules: OvertimeRules = overtimeRules,
): Split {
	return splitOf(extra, piecesOf(extra, holidaysOn, rules), rules);
}

/** Returns the minutes of an entry by pay rate (50 %, 100 %, unknown) and at night, from the pieces of the entry. */
export function splitOf(extra: ExtraToSplit, pieces: readonly Piece[], rules: OvertimeRules): Split {
	const { minutes } = extra;
	if (extra.startMinute === null) {
		const [rate, ...others] = new Set(pieces.map((piece) => piece.rate));
		const isKnown = others.length === 0;
		return {
			minutes50: isKnown && rate === 50 ? minutes : 0,
			minutes100: isKnown && rate === 100 ? minutes : 0,
			minutesUnclassified: isKnown ? 0 : minutes,
			minutesNight: null,
		};
	}
	const minutes100 = pieces
		.filter(({ rate }) => rate === 100)
		.reduce((total, piece) => total + piece.minutes, 0);
	return {
		minutes50: minutes - minutes100,
		minutes100,
		minutesUnclassified: 0,
		minutesNight: nightMinutes(extra.date, extra.startMinute, minutes, rules),
	};
}

/**
 * Cuts an entry into consecutive pieces, each on one day and with one premium (`rate`: 50 or 100 %). Without a start
 * time, cuts all the time in which the entry may lie: from midnight to the latest minute at which it may end.
 */
export function piecesOf(extra: ExtraToSplit, holidaysOn: HolidaysOn, rules: OvertimeRules): Piece[] {
	return dayPartsOf(extra).flatMap((day) => dayPieces(day, holidaysOn(day.date), rules));
}

/**
 * Returns the time span of an entry, cut at midnight into one part for each day. Without a start time, the span is the
 * time in which the entry may lie: from 0:00 of its date to its latest possible end.
 */
export function dayPartsOf(extra: ExtraToSplit): DayPart[] {
	const { date, minutes, startMinute } = extra;
	const to = startMinute === null ? latestEnd(extra) : startMinute + minutes;
	return daysOf(date, startMinute ?? 0, to);
}

/** Whether overtime on `date` has a 100 % premium all day. */
export function isWholeDay100(date: CivilDate, holidays: readonly Holiday[]): boolean {
	return strongestKind(holidays) === "feriado" || weekdayOf(date) === SUNDAY;
}

/**
 * Returns the latest possible end of an entry without a start time, in minutes since midnight. Assumes that the entry
 * ends by midnight if it does so when it starts at the usual time of its shift. Otherwise its latest start is 23:59.
 */
function latestEnd({ shift, minutes }: ExtraToSplit): number {
	const usual = usualStartMinutes[shift];
	const endsByMidnight = usual !== undefined && usual + minutes <= DAY_MINUTES;
	return endsByMidnight ? DAY_MINUTES : DAY_MINUTES - 1 + minutes;
}

export interface DayPart {
	date: CivilDate;
	/** Start and end in minutes since midnight of `date`. */
	from: number;
	to: number;
}

/** Cuts a time span at midnight. A span ends at the latest on the day after `date`. */
function daysOf(date: CivilDate, from: number, to: number): DayPart[] {
	const days = [{ date, from, to: Math.min(to, DAY_MINUTES) }];
	if (to > DAY_MINUTES) days.push({ date: addDays(date, 1), from: 0, to: to - DAY_MINUTES });
	return days;
}

function dayPieces({ date, from, to }: DayPart, holidays: readonly Holiday[], rules: OvertimeRules): Piece[] {
	if (isWholeDay100(date, holidays)) return [{ date, minutes: to - from, rate: 100 }];
	if (weekdayOf(date) !== SATURDAY) return [{ date, minutes: to - from, rate: 50 }];
	const cutMinute = Math.min(Math.max(ruleOn(date, rules).saturday100Minute, from), to);
	const pieces: Piece[] = [
		{ date, minutes: cutMinute - from, rate: 50 },
		{ date, minutes: to - cutMinute, rate: 100 },
	];
	return pieces.filter((piece) => piece.minutes > 0);
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
	rules: OvertimeRules = overtimeRules,
): number {
	return daysOf(start, startMinute, startMinute + minutes).reduce((total, { date, from, to }) => {
		const { nightStartMinute, nightEndMinute } = ruleOn(date, rules);
		const morning = Math.max(0, Math.min(to, nightEndMinute) - from);
		const evening = Math.max(0, to - Math.max(from, nightStartMinute));
		return total + morning + evening;
	}, 0);
}
