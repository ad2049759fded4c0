import { listHourValues } from "~/features/agreement/agreements.server";
import { payTermsIn } from "~/features/agreement/pay-terms.server";
import { shiftsOf } from "~/features/extras/shift-letter";
import { readHolidaysOn } from "~/features/holidays/holidays.server";
import { byPeriod, type DateRange, payPeriodName, payPeriodOf } from "~/features/law/pay-period";
import { keptReason } from "~/features/law/reason";
import { sumWarnings } from "~/features/law/warnings";
import { findOwnCalendar } from "~/features/own-days/find-own-calendar.server";
import { entryOn } from "~/features/shift/own-calendar";
import { capitalised } from "~/lib/capitalised";
import { addDays, type CivilDate, datePartsOf, formatShortDate, monthName } from "~/lib/time/civil-date";
import { plantClock } from "~/lib/time/plant-clock.server";
import { toExtraRow } from "./extra-row";
import { listSums } from "./extra-sums.server";
import { listExtras } from "./extras-list.server";
import { type ExtrasFilter, filterAddress } from "./filter";
import { readEstimates } from "./list-estimates.server";
import { periodSums } from "./period-sums";
import { readStanding } from "./standing.server";
import { datesAround, readWorkTimes } from "./work-times.server";

/**
 * Reads one page of the list of overtime entries, with totals, mistakes and notes.
 * @param periodOf gives the pay period on a date
 * @param open key of the entry whose row is open; ignored if the entry is not on the page
 */
export async function readListPage(
	userId: string,
	periodOf: (date: CivilDate) => DateRange,
	filter: ExtrasFilter,
	after: string | undefined,
	open?: string,
) {
	const now = plantClock();
	const { today } = now;
	const [thisMonth, thisYear] = [payPeriodOf(today, "month"), yearOf(today)];
	const { toReview, shifts, month, year } = await readStanding(
		userId,
		{ month: thisMonth, year: thisYear },
		now,
	);
	const present = periodOf(today);
	const last = periodOf(addDays(present.start, -1));
	const isFiltered = Object.keys(filter).length > 0;
	const shownPeriod = isFiltered
		? filteredPeriod(filter, periodOf)
		: after === undefined
			? present
			: undefined;
	const { extras, next } = await listExtras(userId, filter, after);
	const periods = byPeriod(extras, periodOf);
	// Without a filter, the first page begins with the current pay period if all its entries are of older periods.
	const isAllOlder = periods[0] !== undefined && periods[0].start < present.start;
	if (isAllOlder && !isFiltered && after === undefined) periods.unshift({ ...present, extras: [] });
	const dates = datesAround(extras, today);
	const bounds = periods.flatMap(({ start, end }) => [addDays(start, -1), addDays(end, 1)]);
	const [first = today, ...others] = [...dates.slice(0, 1), ...dates.slice(-1), ...bounds].sort();
	const calendar = await findOwnCalendar(userId, first, others.at(-1) ?? first);
	const hourValues = await listHourValues(userId);
	// What entries are paid, and why, is stored with them.
	const needsTerms = hourValues.length > 0 || extras.some(({ reason }) => reason === null);
	const terms = needsTerms ? await payTermsIn(userId, calendar) : undefined;
	const estimates = terms && (await readEstimates(userId, extras, periods, { ...terms, hourValues }));
	// Totals of the filter are read only if a filter is set: otherwise the query would add up all years.
	const sums = await listSums(userId, isFiltered && !shownPeriod ? [...periods, filter] : periods);
	const filtered = sums[periods.length];
	const { mistakes, notes } = await readWorkTimes(userId, extras, dates, calendar, await readHolidaysOn());
	return {
		/**
		 * Newest first. Only the present period may have no entries. They stand before the rows, in the page too, so that its
		 * data repeat what compression still knows.
		 */
		periods: periods.flatMap(({ extras, ...range }, index) => {
			const totals = sums[index];
			if (!totals) return [];
			const estimate = estimates?.periods[index];
			const isPresent = range.start === present.start;
			return {
				...periodSums(capitalised(payPeriodName(range)), totals, range),
				/** Undefined without an hourly rate, or if the periods of the page have too many entries. */
				estimate,
				/** Number of the period's entries on this page. */
				rows: extras.length,
				/** On rests and on hours a week, a month and a year; only in the present period. */
				notes: isPresent ? [...sumWarnings({ month, year }), ...notes] : [],
			};
		}),
		rows: extras.map((extra) => {
			const reason = extra.reason ?? (terms ? keptReason(extra, terms) : "");
			const estimate = estimates?.extras.get(extra.idFile);
			return toExtraRow({ ...extra, reason }, mistakes.get(extra.idFile), estimate);
		}),
		/** Key of the entry whose row is open, because the user has just saved it. */
		openRow: extras.find(({ idFile }) => idFile === open)?.idFile,
		/** Cursors of this page and of the next; undefined on the first and on the last. */
		after,
		next,
		/** Index of the period whose totals are on the card: the present one or, on other pages, the first. */
		main: Math.max(
			0,
			periods.findIndex(({ start }) => start === present.start),
		),
		/** The pay periods before and after the one on the card, if the list shows just one period. */
		earlier: shownPeriod && periodLink(periodOf(addDays(shownPeriod.start, -1)), present),
		later:
			shownPeriod && shownPeriod.end < present.start
				? periodLink(periodOf(addDays(shownPeriod.end, 1)), present)
				: undefined,
		/** Totals of the filtered entries; null without a filter, and if the filter is a pay period. */
		filtered: filtered ? periodSums("Lo que muestra el filtro", filtered, filter) : null,
		lastSheet: lastSheetOf(last),
		ranges: [
			{ name: "Este período", ...present },
			{ name: "El anterior", ...last },
			{ name: "Este mes", ...thisMonth },
			{ name: "Este año", ...thisYear },
		],
		/** Number of entries marked for review, regardless of the filter. */
		toReview,
		shifts: [...new Set([...shiftsOf(entryOn(calendar.rotations, today)?.diagram), ...shifts.toSorted()])],
	};
}

/** Returns the pay period whose days a filter shows, all of them; undefined for another filter. */
function filteredPeriod(
	{ start, end, shift, review }: ExtrasFilter,
	periodOf: (date: CivilDate) => DateRange,
): DateRange | undefined {
	if (!start || shift || review) return undefined;
	const period = periodOf(start);
	return period.start === start && period.end === end ? period : undefined;
}

/** Link to the list of a pay period; the present one is the list without a filter. */
function periodLink(range: DateRange, present: DateRange): { name: string; address: string } {
	const address = filterAddress(range.start === present.start ? {} : range);
	return { name: capitalised(payPeriodName(range)), address };
}

/** Makes the link to the printable sheet of a pay period: "Planilla de octubre", or "Planilla 21/10 al 20/11". */
function lastSheetOf(period: DateRange): { name: string; address: string } {
	const [first, last] = [period.start, period.end].map((date) => formatShortDate(date).slice(0, 5));
	const isMonth = /^[a-z]/.test(payPeriodName(period));
	const days = isMonth ? `de ${monthName(datePartsOf(period.end).month)}` : `${first} al ${last}`;
	return { name: `Planilla ${days}`, address: filterAddress(period, { view: "sheet" }) };
}

function yearOf(date: CivilDate): DateRange {
	const { year } = datePartsOf(date);
	return { start: `${year}-01-01`, end: `${year}-12-31` };
}
