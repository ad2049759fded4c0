/**
 * Splits an extra by pay rate: it is cut wherever the rate changes, and each day follows the rule of that day. Pure.
 */
import { type Holiday, type HolidaysOn, strongestKind } from "~/features/holidays/holiday-rule";
import { addDays, type CivilDate, weekdayOf } from "~/lib/time/civil-date";
import { type OvertimeRules, overtimeRules, ruleOn } from "./overtime-rules";

export const DAY_MINUTES = 24 * 60;
export const SATURDAY = 6;
export const SUNDAY = 7;

/** Increase it when this module splits differently: the next start then splits all stored extras again. */
export const SPLITTING_VERSION = 2;

/** The minutes of an extra by rate. The rates add up to the whole extra; night minutes are counted separately. */
export interface Split {
	minutes50: number;
	minutes100: number;
	/** All minutes of the extra if its rate depends on an unknown start time, else 0. */
	minutesUnclassified: number;
	/** Null when the start time is unknown. */
	minutesNight: number | null;
}

export interface ExtraTime {
	/** The day on which the extra starts. */
	date: CivilDate;
	/** Greater than 0, at most 16 hours. */
	minutes: number;
	/** Minutes since midnight, typed by the worker or proposed from the diagram. */
	startMinute: number | null;
}

export interface ExtraToSplit extends ExtraTime {
	/** The letter decides whether an extra without a start time may last beyond midnight. */
	shift: string;
}

/** Part of an extra within one day and one rate. */
export interface Piece {
	date: CivilDate;
	minutes: number;
	rate: 50 | 100;
}

/**
 * Usual start times of the day shifts. If such a shift plus the extra's length ends by midnight, the extra does not
 * reach the next day.
 */
const usualStartMinutes: Readonly<Record<string, number>> = { M: 6 * 60, D: 6 * 60, T: 14 * 60 };

/**
 * Splits an extra by the rule of its days: LCT art. 201 (50 % on common days; 100 % on Saturday after 13, Sunday and
 * holidays) and 200 (night). An extra without a start time is classified only if every possible start has the same
 * rate.
 * @param holidaysOn the holidays of a day; called for the extra's day and the next
 */
export function splitExtra(
	extra: ExtraToSplit,
	holidaysOn: HolidaysOn,
	rules: OvertimeRules = overtimeRules,
): Split {
	const { minutes } = extra;
	const pieces = piecesOf(extra, holidaysOn, rules);
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
 * The pieces of an extra in order. Without a start time, the pieces cover all the time in which it may have been
 * worked.
 */
export function piecesOf(extra: ExtraToSplit, holidaysOn: HolidaysOn, rules: OvertimeRules): Piece[] {
	const { date, minutes, startMinute } = extra;
	const from = startMinute ?? 0;
	const to = startMinute === null ? latestEnd(extra) : startMinute + minutes;
	return daysOf(date, from, to).flatMap((day) => dayPieces(day, holidaysOn(day.date), rules));
}

/** Whether a day is paid at 100 % from midnight to midnight. */
export function isWholeDay100(date: CivilDate, holidays: readonly Holiday[]): boolean {
	return strongestKind(holidays) === "feriado" || weekdayOf(date) === SUNDAY;
}

/** The latest possible end of an extra without a start time, in minutes. */
function latestEnd({ shift, minutes }: ExtraToSplit): number {
	const usual = usualStartMinutes[shift];
	const endsByMidnight = usual !== undefined && usual + minutes <= DAY_MINUTES;
	return endsByMidnight ? DAY_MINUTES : DAY_MINUTES - 1 + minutes;
}

interface DayPart {
	date: CivilDate;
	/** Minutes since midnight of `date`. */
	from: number;
	to: number;
}

/** Cuts a time span at midnight. No extra lasts beyond the next day. */
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

/** Counts the night minutes. Each minute follows the rule of its own day. */
function nightMinutes(start: CivilDate, startMinute: number, minutes: number, rules: OvertimeRules): number {
	return daysOf(start, startMinute, startMinute + minutes).reduce((total, { date, from, to }) => {
		const { nightStartMinute, nightEndMinute } = ruleOn(date, rules);
		const morning = Math.max(0, Math.min(to, nightEndMinute) - from);
		const evening = Math.max(0, to - Math.max(from, nightStartMinute));
		return total + morning + evening;
	}, 0);
}
