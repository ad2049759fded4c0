/**
 * What each minute of an overtime entry is paid, and why: the only place that decides it. The worker's own split comes
 * first, then the agreement in force on the minute's date, then the law.
 */
import { holidayOf, strongestKind } from "~/features/holidays/holiday-rule";
import type { CivilDate } from "~/lib/time/civil-date";
import type { Compensation } from "./compensation";
import { dayPartsOf, nightMinutes, type ShiftedExtra } from "./day-parts";
import { type Doubt, doubtOrder } from "./doubts";
import { type PaidPart, type PayTerms, partsOfDay } from "./parts-of-day";
import { FOR_DAY_OFF, type Premiums, UNCLASSIFIED } from "./premiums";
import { rowOn } from "./rates";

/**
 * Version of the code that decides what a minute is paid, and of the words that say why (`reason.ts`). When it
 * increases, the next server start recomputes all stored entries.
 */
export const PAY_VERSION = 17;

export interface PaidExtra extends ShiftedExtra {
	compensation: Compensation | null;
	/** Whether the shift diagram proposed the start time. */
	isStartProposed: boolean;
	/** Whether the worker is asked to check the entry, because its pay depends on an unknown start time. */
	needsReview: boolean;
	/** Whether the worker has replaced the computed hours by `premiums`. */
	hasOwnSplit: boolean;
	/** Minutes by premium that the entry has; they decide only with `hasOwnSplit`. */
	premiums: Premiums;
}

/** Minutes of one date that are paid the same. */
interface PaidMinutes {
	date: CivilDate;
	minutes: number;
	/** Premium in percent; null if it is unknown. */
	premium: number | null;
	isOwnShift: boolean;
	/** Whether the minutes give another day off instead of money. */
	isGiven: boolean;
}

/** Decides what the minutes of an entry are paid. */
export function payOf(extra: PaidExtra, terms: PayTerms) {
	const { date, startMinute, minutes, hasOwnSplit } = extra;
	const decided = partsOf(extra, terms);
	const { parts } = decided;
	const isGiven = ({ isForDayOff }: PaidPart) => isForDayOff && extra.compensation === null && !hasOwnSplit;
	const nights = parts.filter((part) => startMinute !== null && part.night > 0 && !isGiven(part));
	const dates = [...new Set(parts.map((part) => part.date))];
	const possible = dates.filter((day) => strongestKind(terms.holidaysOn(day)) === "gremial");
	const unionDays = startMinute === null ? possible.filter((day) => day === date) : possible;
	return {
		...decided,
		/** Minutes with a night surcharge in percent; none without a start time. */
		nights: nights.map((part) => ({ date: part.date, percent: part.night, minutes: part.to - part.from })),
		/** Minutes within the legal night hours. */
		minutesNight: startMinute === null ? null : nightMinutes(date, startMinute, minutes, terms.rules),
		doubts: doubtsOf(extra, decided, { unionDays, possible }, terms),
		/** Union holidays on which the entry's agreement pays a normal day's wage in addition. */
		unionDays: unionDays.filter((day) => rowOn(terms.agreements, day)?.hasUnionDay),
	};
}

/**
 * Decides only the hours by premium, without doubts and night: the entry cut by time (`parts`), the minutes that are paid,
 * which add up to the entry, and these by premium, as they are stored. Without a start time, the parts cover all the time
 * in which the work may have been, so that they are longer than the entry.
 */
export function partsOf(extra: PaidExtra, terms: PayTerms) {
	const { cycle } = terms.workDayOn(extra.date);
	const isStarted = extra.startMinute !== null;
	const parts = dayPartsOf(extra, cycle).flatMap((part) => partsOfDay(part, isStarted, terms));
	const paid = paidMinutes(extra, parts);
	const premiums: Record<string, number> = {};
	for (const each of paid) premiums[keyOf(each)] = (premiums[keyOf(each)] ?? 0) + each.minutes;
	return { parts, paid, premiums };
}

function keyOf({ premium, isGiven }: PaidMinutes): string {
	if (premium === null) return UNCLASSIFIED;
	return isGiven ? FOR_DAY_OFF : String(premium);
}

/**
 * Returns the minutes that are paid: those of the worker's own split, else those of the parts. Without a start time,
 * the pay is known only if every possible start gives the same pay.
 */
function paidMinutes(extra: PaidExtra, parts: readonly PaidPart[]): PaidMinutes[] {
	const { date, minutes, startMinute, hasOwnSplit, premiums } = extra;
	const all = { date, minutes, isOwnShift: false, isGiven: false };
	if (hasOwnSplit)
		return Object.entries(premiums).map(([key, ofKey]) => ({
			...all,
			minutes: ofKey,
			premium: key === UNCLASSIFIED ? null : Number(key),
		}));
	const decided = parts.map((part) => ({
		date: part.date,
		minutes: part.to - part.from,
		premium: part.premium,
		isOwnShift: part.ownShift !== undefined,
		isGiven: part.isForDayOff && extra.compensation === null,
	}));
	if (startMinute !== null) return decided;
	const [first] = decided;
	const isSame =
		first && decided.every((each) => each.premium === first.premium && each.isGiven === first.isGiven);
	if (!isSame) return [{ ...all, premium: null }];
	return [{ ...first, minutes, isOwnShift: decided.every(({ isOwnShift }) => isOwnShift) }];
}

/**
 * @param unionDays union holidays that the entry touches
 * @param possible these and, without a start time, those that it may touch
 */
function doubtsOf(
	extra: PaidExtra,
	{ parts, paid }: ReturnType<typeof partsOf>,
	{ unionDays, possible }: Readonly<Record<"unionDays" | "possible", readonly CivilDate[]>>,
	{ holidaysOn, agreements }: PayTerms,
): Doubt[] {
	const { hasOwnSplit } = extra;
	const deciding = hasOwnSplit ? [] : parts;
	const daysOff = deciding.filter(({ dayOff }) => dayOff);
	const isPaid = paid.some(({ isGiven }) => !isGiven);
	const ownShifts = deciding.flatMap(({ ownShift }) => ownShift ?? []);
	const doubts: Readonly<Record<Doubt, boolean>> = {
		"to-review": extra.needsReview,
		unclassified: paid.some(({ premium }) => premium === null),
		"own-split": hasOwnSplit,
		"day-off-unknown": daysOff.some(({ rates }) => rates.dayOff === null),
		"day-off-paid": extra.compensation === "pago" && daysOff.some(({ isForDayOff }) => isForDayOff),
		"unconfirmed-diagram":
			daysOff.some(({ dayOff }) => dayOff?.isConfirmed === false) ||
			deciding.some(({ unsure }) => unsure === "unconfirmed-diagram") ||
			ownShifts.some(({ isConfirmed }) => !isConfirmed),
		"unknown-shifts": deciding.some(({ unsure }) => unsure === "unknown-shifts"),
		"unconfirmed-holiday": deciding.some(
			({ date }) => holidayOf(holidaysOn(date), "feriado")?.confirmed === false,
		),
		"own-shift": ownShifts.length > 0,
		"own-shift-on-union-day": deciding.some(({ isOwnOnUnionDay }) => isOwnOnUnionDay),
		"no-agreement-on-union-day": unionDays.some((date) => rowOn(agreements, date) === undefined),
		"union-day": unionDays.some((date) => rowOn(agreements, date)?.hasUnionDay),
		"unknown-union-day":
			isPaid &&
			possible.some((date) => !unionDays.includes(date) && rowOn(agreements, date)?.hasUnionDay === true),
		"proposed-start": extra.isStartProposed && !hasOwnSplit,
		"night-unknown": extra.startMinute === null && isPaid && parts.some(({ night }) => night > 0),
		"no-compensation": extra.compensation === null && isPaid,
	};
	return doubtOrder().filter((doubt) => doubts[doubt]);
}
