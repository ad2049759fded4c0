/** The work of one date, cut where its pay may change by the agreement in force on that date, or else by the law. */
import { type HolidaysOn, strongestKind } from "~/features/holidays/holiday-rule";
import { addDays, type CivilDate, SATURDAY, SUNDAY, weekdayOf } from "~/lib/time/civil-date";
import { DAY_MINUTES } from "~/lib/units/durations";
import type { DayPart } from "./day-parts";
import type { Doubt } from "./doubts";
import { type OvertimeRules, ruleOn } from "./overtime-rules";
import { type Agreement, lawRates, type Rates, rowOn } from "./rates";

/** Everything that decides what a minute is paid. */
export interface PayTerms {
	/** Agreements, oldest first. */
	agreements: readonly Agreement[];
	/** Must know the worker's days from the day before the first entry to the day after the last entry. */
	workDayOn: WorkDayOn;
	/** Must know the holidays from the first entry's date to the day after the last entry. */
	holidaysOn: HolidaysOn;
	/** Legal rules; by default `overtimeRules`. */
	rules?: OvertimeRules;
}

/** Why a minute has its premium: the rule with the highest premium. */
type PayCause = "weekday" | "saturday" | "sunday" | "holiday" | "own-shift" | "day-off";

/** Part of an entry within one date, with the same pay throughout. */
export interface PaidPart extends DayPart {
	/** Premium in percent of the hourly rate. */
	premium: number;
	cause: PayCause;
	/** Set if the work is on a holiday, during one of the worker's own shifts, and whether that shift is certain. */
	ownShift?: { isConfirmed: boolean };
	/** Whether the work is on a union holiday, during one of the worker's own shifts: no source names its premium. */
	isOwnOnUnionDay: boolean;
	/** Set if the work is on the worker's day off, unless it is on a holiday during an own shift. */
	dayOff?: { isConfirmed: boolean };
	/** Why the work may yet be on a day off or in an own shift, which would be paid otherwise; undefined if it is certain. */
	unsure?: Extract<Doubt, "unconfirmed-diagram" | "unknown-shifts">;
	/** Whether the agreement compensates this work on a day off with another day off. */
	isForDayOff: boolean;
	/** Surcharge in percent of the hourly rate; 0 outside the night hours. */
	night: number;
	/** Rates that decide the part: those of the agreement in force on its date, or `lawRates`. */
	rates: Readonly<Rates>;
	/** Whether the law alone would pay another premium. */
	isByAgreement: boolean;
}

/**
 * Cuts the work of one date where its pay may change.
 * @param isStarted whether `from` is the start of the work, rather than the earliest possible start
 */
export function partsOfDay({ date, from, to }: DayPart, isStarted: boolean, terms: PayTerms): PaidPart[] {
	const rates = rowOn(terms.agreements, date) ?? lawRates;
	const { saturday100Minute, nightStartMinute, nightEndMinute } = ruleOn(date, terms.rules);
	const strongest = strongestKind(terms.holidaysOn(date));
	const isHoliday = strongest === "feriado";
	const isUnionDay = strongest === "gremial";
	const shifts = isHoliday || isUnionDay ? ownShiftsDuring(date, terms.workDayOn) : [];
	const workOnDayOff = dayOffOn(terms.workDayOn, date, isStarted ? from : null);
	const day = terms.workDayOn(date);
	// The work belongs to the shift of the night before.
	const isAfterShift = !workOnDayOff && day.dayOff !== undefined;
	const eve = terms.workDayOn(addDays(date, -1));
	const isAfterUnsureShift = isAfterShift && !eve.isConfirmed;
	// Until then, the shift of the day before may have lasted, if it is uncertain.
	const eveEnd = eve.latestEnd === undefined ? -1 : eve.latestEnd - DAY_MINUTES;
	const mayFollowEve = isStarted && from <= eveEnd;
	const unsureDay = day.isConfirmed ? eve : day;
	const isUnknown = !unsureDay.shift && !unsureDay.dayOff;
	const bounds = [saturday100Minute, nightStartMinute, nightEndMinute];
	const cuts = [...bounds, ...shifts.flatMap(({ start, end }) => [start, end])];
	const inside = cuts.filter((minute) => from < minute && minute < to).sort((one, other) => one - other);
	return [from, ...new Set(inside)].map((start, index, starts) => {
		const during = shifts.find((shift) => shift.start <= start && start < shift.end);
		const ownShift = isHoliday ? during : undefined;
		const isLate = start >= saturday100Minute;
		const dayOff = ownShift ? undefined : workOnDayOff;
		const decide = (by: Readonly<Rates>): Decision =>
			ownShift
				? { premium: by.ownShift, cause: "own-shift" }
				: highestPremium(date, isLate, isHoliday, dayOff !== undefined, by);
		const { premium, cause } = decide(rates);
		const isPaidOtherwise = () =>
			rates.dayOff === "franco" ||
			highestPremium(date, isLate, isHoliday, !dayOff, rates).premium !== premium;
		const isDayOffUnsure = dayOff ? mayFollowEve : !day.isConfirmed && !ownShift;
		const isShiftUnsure = isHoliday && !ownShift && (start < eveEnd || (!day.isConfirmed && !dayOff));
		const isUnsure =
			isAfterUnsureShift ||
			(isDayOffUnsure && isPaidOtherwise()) ||
			(isShiftUnsure && rates.ownShift !== premium);
		return {
			premium,
			cause,
			date,
			from: start,
			to: starts[index + 1] ?? to,
			ownShift,
			isOwnOnUnionDay: isUnionDay && during !== undefined,
			dayOff,
			unsure: isUnsure ? (isUnknown ? "unknown-shifts" : "unconfirmed-diagram") : undefined,
			isForDayOff: dayOff !== undefined && rates.dayOff === "franco",
			night: start >= nightStartMinute || start < nightEndMinute ? rates.night : 0,
			rates,
			isByAgreement: premium !== decide(lawRates).premium,
		};
	});
}

type Decision = Pick<PaidPart, "premium" | "cause">;

/** Returns the highest of the premiums that apply to a part outside the worker's own shift, and its cause. */
function highestPremium(
	date: CivilDate,
	isLate: boolean,
	isHoliday: boolean,
	isDayOff: boolean,
	rates: Readonly<Rates>,
): Decision {
	// Among equal premiums, names the holiday before the day, and the day before the day off.
	const highest = ofWeekday(date, isLate, rates);
	const ofDayOff = isDayOff && rates.dayOff !== "franco" ? Number(rates.dayOff) : 0;
	if (isHoliday && rates.holiday >= Math.max(highest.premium, ofDayOff))
		return { premium: rates.holiday, cause: "holiday" };
	return ofDayOff > highest.premium ? { premium: ofDayOff, cause: "day-off" } : highest;
}

function ofWeekday(date: CivilDate, isLate: boolean, rates: Readonly<Rates>): Decision {
	const weekday = weekdayOf(date);
	if (weekday === SUNDAY) return { premium: rates.sunday, cause: "sunday" };
	if (weekday === SATURDAY && isLate) return { premium: rates.saturday, cause: "saturday" };
	return { premium: rates.weekday, cause: "weekday" };
}

/**
 * The worker's shifts of a date and of the day before, as minutes since midnight of the date (negative before
 * midnight).
 */
function ownShiftsDuring(date: CivilDate, workDayOn: WorkDayOn) {
	return [-1, 0].flatMap((days) => {
		const { shift, isConfirmed } = workDayOn(addDays(date, days));
		if (!shift) return [];
		const offset = days * DAY_MINUTES;
		return [{ start: shift.startMinute + offset, end: shift.endMinute + offset, isConfirmed }];
	});
}

export interface WorkDay {
	/**
	 * The shift that starts on the date, in minutes since midnight: `endMinute` is above 1440 if it ends after midnight.
	 * Undefined without a shift, and if it is unknown.
	 */
	shift?: { startMinute: number; endMinute: number };
	/**
	 * Set if the worker has the day off (franco), and whether that is certain. Vacation, leave and the like do not count
	 * as days off.
	 */
	dayOff?: { isConfirmed: boolean };
	/** Whether the worker's shifts on the date are certain. */
	isConfirmed: boolean;
	/** If they are not: the latest end of any shift that the worker may have, like `endMinute`. */
	latestEnd?: number;
	/** Cycle of the worker's diagram, even if the crew is unknown; undefined without a diagram. */
	cycle?: string;
}

/** The worker's day on a date. */
export type WorkDayOn = (date: CivilDate) => WorkDay;

/**
 * Whether the work of one date is on a day off, and whether the day off is certain. Work that begins during the previous
 * day's shift, or exactly when that shift ends, belongs to that shift.
 * @param workDayOn must know the date and the day before
 * @param from start of the work in minutes since midnight; null if unknown
 * @returns undefined if the work is not on a day off, or if it is unknown whether the date is a day off
 */
export function dayOffOn(workDayOn: WorkDayOn, date: CivilDate, from: number | null): WorkDay["dayOff"] {
	const { dayOff } = workDayOn(date);
	if (from === null) return dayOff;
	const { shift } = workDayOn(addDays(date, -1));
	return shift && shift.endMinute - DAY_MINUTES >= from ? undefined : dayOff;
}
