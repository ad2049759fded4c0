/** Cuts an overtime entry into pieces, so that all minutes of a piece have the same pay. */
import { type Holiday, type HolidaysOn, strongestKind } from "~/features/holidays/holiday-rule";
import type { Compensation } from "~/features/overtime/compensation";
import {
	DAY_MINUTES,
	type DayPart,
	dayPartsOf,
	type ExtraToSplit,
	SATURDAY,
	SUNDAY,
} from "~/features/overtime/law/classify";
import { dayOffOn } from "~/features/overtime/law/day-off";
import { type OvertimeRules, overtimeRules, ruleOn } from "~/features/overtime/law/overtime-rules";
import type { KeptExtra } from "~/features/overtime/law/reason";
import { dayOf, type OwnCalendar } from "~/features/shift/own-calendar";
import { addDays, type CivilDate, weekdayOf } from "~/lib/time/civil-date";
import { type Agreement, type HourValue, hourCentavosOf, lawRates, type Rates, rowOn } from "./agreement";

/** Everything that determines the pay of overtime entries. */
export interface PayTerms {
	/** Hourly rates and agreements, oldest first. */
	hourValues: readonly HourValue[];
	agreements: readonly Agreement[];
	/**
	 * The worker's calendar, with own days (vacation, leave and the like) from the day before the first entry to the
	 * day after the last entry.
	 */
	calendar: OwnCalendar;
	holidaysOn: HolidaysOn;
	/** Legal rules; by default `overtimeRules`. */
	rules?: OvertimeRules;
}

export interface PaidExtra extends KeptExtra {
	compensation: Compensation | null;
	isStartProposed: boolean;
}

/** Part of an overtime entry with the same pay throughout. */
export interface PayPiece {
	date: CivilDate;
	minutes: number;
	/** Premium in percent of the hourly rate. */
	premium: number;
	/** Whether the work is on a holiday, during one of the worker's own shifts. */
	isOwnShift: boolean;
	/** Whether the piece is work on a day off that the agreement compensates with another day off instead of money. */
	isForDayOff: boolean;
	/** Surcharge in percent of the hourly rate; 0 outside the night hours. */
	night: number;
	/** Hourly rate; undefined if the worker has entered none for the date. */
	hourCentavos?: number;
}

/**
 * Cuts an overtime entry into consecutive pieces, so that all minutes of a piece have the same pay by the date's
 * agreement, hourly rate and legal rule. Only the start of the entry decides whether it is work on a day off. If the
 * start time is unknown, the pieces cover all the time in which the work may have been: from midnight to the latest
 * possible end.
 */
export function payPiecesOf(extra: ExtraToSplit, terms: PayTerms): PayPiece[] {
	const isDayOff = dayOffOn(terms.calendar, extra) !== undefined;
	return dayPartsOf(extra).flatMap((part) => piecesOfDay(part, isDayOff, terms));
}

function piecesOfDay({ date, from, to }: DayPart, isDayOff: boolean, terms: PayTerms): PayPiece[] {
	const rates = rowOn(terms.agreements, date) ?? lawRates;
	const value = rowOn(terms.hourValues, date);
	const hourCentavos = value && hourCentavosOf(value);
	const { saturday100Minute, nightStartMinute, nightEndMinute } = ruleOn(date, terms.rules ?? overtimeRules);
	const holidays = terms.holidaysOn(date);
	const shifts = strongestKind(holidays) === "feriado" ? ownShiftsDuring(date, terms.calendar) : [];
	const isForDayOff = isDayOff && rates.dayOff === "franco";
	const cuts = [saturday100Minute, nightStartMinute, nightEndMinute, ...shifts.flat()]
		.filter((minute) => from < minute && minute < to)
		.sort((one, other) => one - other);
	const starts = [from, ...new Set(cuts)];
	return starts.map((start, index) => {
		const isOwnShift = shifts.some(([first, end]) => first <= start && start < end);
		const isLate = start >= saturday100Minute;
		return {
			date,
			minutes: (starts[index + 1] ?? to) - start,
			premium: isOwnShift ? rates.ownShift : premiumOf(date, isLate, holidays, isDayOff, rates),
			isOwnShift,
			isForDayOff: isForDayOff && !isOwnShift,
			night: start >= nightStartMinute || start < nightEndMinute ? rates.night : 0,
			hourCentavos,
		};
	});
}

/** Returns the highest of the premiums that apply to a piece outside the worker's own shift. */
function premiumOf(
	date: CivilDate,
	isLate: boolean,
	holidays: readonly Holiday[],
	isDayOff: boolean,
	rates: Rates,
): number {
	const weekday = weekdayOf(date);
	const ofDay =
		weekday === SUNDAY ? rates.sunday : weekday === SATURDAY && isLate ? rates.saturday : rates.weekday;
	const ofHoliday = strongestKind(holidays) === "feriado" ? rates.holiday : 0;
	const ofDayOff = isDayOff && rates.dayOff && rates.dayOff !== "franco" ? Number(rates.dayOff) : 0;
	return Math.max(ofDay, ofHoliday, ofDayOff);
}

/**
 * The worker's shifts of a date and of the day before, as minutes since midnight of the date (negative before
 * midnight).
 */
function ownShiftsDuring(date: CivilDate, calendar: OwnCalendar): [start: number, end: number][] {
	return [-1, 0].flatMap((days) => {
		const { time } = dayOf(calendar, addDays(date, days));
		if (!time) return [];
		const offset = days * DAY_MINUTES;
		return [[time.startMinute + offset, time.endMinute + offset]];
	});
}
