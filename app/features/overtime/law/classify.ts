/**
 * Pay rates of overtime entries. An entry is cut at midnight and wherever the rate changes, and each part is paid by
 * the overtime rule of the part's date.
 */
import { type Holiday, type HolidaysOn, strongestKind } from "~/features/holidays/holiday-rule";
import { addDays, type CivilDate, weekdayOf } from "~/lib/time/civil-date";
import { type OvertimeRules, overtimeRules, ruleOn } from "./overtime-rules";

export const DAY_MINUTES = 24 * 60;
export const SATURDAY = 6;
export const SUNDAY = 7;

/**
 * Version of the algorithm that splits overtime entries by pay rate. When the version increases, the next server
 * start recomputes all stored entries.
 */
export const SPLITTING_VERSION = 2;

/**
 * Minutes of an overtime entry by pay rate (50 % or 100 % premium). The minutes of all rates add up to the whole
 * entry; night minutes are counted separately.
 */
export interface Split {
	minutes50: number;
	minutes100: number;
	/** Minutes without a known pay rate, for example because the rate depends on an unknown start time. */
	minutesUnclassified: number;
	/** Minutes of night work; null when the start time is unknown. */
	minutesNight: number | null;
}

export interface ExtraTime {
	/** The day on which the overtime entry starts. */
	date: CivilDate;
	/** Duration in minutes, greater than 0 and at most 16 hours. */
	minutes: number;
	/**
	 * Start time in minutes since midnight, typed by the worker or proposed from the shift diagram; null when
	 * unknown.
	 */
	startMinute: number | null;
}

export interface ExtraToSplit extends ExtraTime {
	/** Shift letter, which decides whether an overtime entry without a start time may last beyond midnight. */
	shift: string;
}

/** Part of an overtime entry within one day and at one pay rate. */
export interface Piece {
	date: CivilDate;
	minutes: number;
	rate: 50 | 100;
}

/**
 * Usual start of the shifts M, D and T, in minutes since midnight. An overtime entry without a start time is assumed
 * to end by midnight if an entry with the usual start and the same duration would end by midnight.
 */
const usualStartMinutes: Readonly<Record<string, number>> = { M: 6 * 60, D: 6 * 60, T: 14 * 60 };

/**
 * Splits an overtime entry by pay rate: LCT (employment contract act) art. 201 (50 % premium on common days; 100 %
 * on Saturdays after 13:00, Sundays and holidays) and art. 200 (night work). Without a start time, the rate is
 * known only if every possible start gives the same rate.
 * @param holidaysOn returns the holidays of a day; called for the entry's date and the next day
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
 * Cuts an overtime entry into parts of one day and one pay rate, in order. Without a start time, the parts cover
 * all the time in which the work may have taken place.
 */
export function piecesOf(extra: ExtraToSplit, holidaysOn: HolidaysOn, rules: OvertimeRules): Piece[] {
	return dayPartsOf(extra).flatMap((day) => dayPieces(day, holidaysOn(day.date), rules));
}

/**
 * The time span of an overtime entry, day by day. Without a start time, the result covers all possible times of the
 * work.
 */
export function dayPartsOf(extra: ExtraToSplit): DayPart[] {
	const { date, minutes, startMinute } = extra;
	const to = startMinute === null ? latestEnd(extra) : startMinute + minutes;
	return daysOf(date, startMinute ?? 0, to);
}

/** Whether overtime on this day has a 100 % premium from midnight to midnight. */
export function isWholeDay100(date: CivilDate, holidays: readonly Holiday[]): boolean {
	return strongestKind(holidays) === "feriado" || weekdayOf(date) === SUNDAY;
}

/** Latest possible end of an overtime entry without a start time, in minutes since midnight. */
function latestEnd({ shift, minutes }: ExtraToSplit): number {
	const usual = usualStartMinutes[shift];
	const endsByMidnight = usual !== undefined && usual + minutes <= DAY_MINUTES;
	return endsByMidnight ? DAY_MINUTES : DAY_MINUTES - 1 + minutes;
}

export interface DayPart {
	date: CivilDate;
	/** Start of a time span within one day, in minutes since midnight of `date`. */
	from: number;
	to: number;
}

/**
 * Cuts a time span at the first midnight. The time span never reaches a second midnight, because an overtime entry
 * lasts at most 16 hours.
 */
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
 * Minutes of work within the legal night hours (LCT art. 200).
 * @param startMinute start of the work in minutes since midnight of `start`
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
