import { findEstimateTerms } from "~/features/agreement/estimates.server";
import { shiftsOf } from "~/features/extras/shift-letter";
import {
	byPeriod,
	type DateRange,
	isWholeMonth,
	payPeriodName,
	payPeriodOf,
} from "~/features/law/pay-period";
import { sumWarnings } from "~/features/law/warnings";
import { findOwnCalendar } from "~/features/own-days/find-own-calendar.server";
import { diagramOn } from "~/features/shift/own-calendar";
import { capitalised } from "~/lib/capitalised";
import { addDays, type CivilDate, datePartsOf, formatShortDate, monthName } from "~/lib/time/civil-date";
import { plantClock } from "~/lib/time/plant-clock.server";
import { listSums, readEstimates, readStanding } from "./extra-sums.server";
import { listExtras } from "./extras-list.server";
import { type ExtrasFilter, filterAddress } from "./filter";
import { type PeriodSums, periodSums, toExtraRow } from "./list-texts";
import { readWorkTimes } from "./work-times.server";

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
	const spans = { month: payPeriodOf(today, "month"), year: yearOf(today) };
	const { toReview, shifts, month, year } = await readStanding(userId, spans, now);
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
	// Without a filter, the first page has the current pay period, even without entries, between planned and older ones.
	const isMissing = periods.length > 0 && periods.every(({ start }) => start !== present.start);
	if (isMissing && !isFiltered && after === undefined) {
		const planned = periods.filter(({ start }) => start > present.start).length;
		periods.splice(planned, 0, { ...present, extras: [] });
	}
	const calendar = await findOwnCalendar(userId);
	const terms = await findEstimateTerms(userId, calendar);
	const estimates = await readEstimates(userId, extras, periods, terms);
	// Totals of the filter are read only if a filter is set: otherwise the query would add up all years.
	const sums = await listSums(userId, isFiltered && !shownPeriod ? [...periods, filter] : periods);
	const filtered = sums[periods.length];
	const { mistakes, notes } = await readWorkTimes(userId, extras, calendar, terms.holidaysOn, now);
	const listed = periods.flatMap(({ extras, ...range }, index) => {
		const totals = sums[index];
		if (!totals) return [];
		// Undefined without an hourly rate, or if the periods of the page have too many entries.
		const estimate = estimates?.periods[index];
		return { range, rows: extras.length, estimate, sums: periodSums(nameOf(range), totals, range) };
	});
	const presentIndex = listed.findIndex(({ range }) => range.start === present.start);
	const headed = filtered ? undefined : Math.max(0, presentIndex);
	const main = listed[headed ?? -1];
	const totals = main?.sums ?? (filtered && periodSums("Lo que muestra el filtro", filtered, filter));
	/** Whether there is no estimate for want of a value of the hour. */
	const asksValue = terms.hourValues.length === 0 || undefined;
	return {
		/** The totals above the list: of the filtered entries, or of a period. They stand before the rows, as in the page. */
		card: totals && {
			...totals,
			estimate: main?.estimate,
			asksValue,
			/** Last day of the period whose pay it shows; undefined for the present one, where the page of the pay chooses. */
			period: main && main.range.end < present.start ? main.range.end : undefined,
			/** On rests and on hours a week, a month and a year; only in the present period. */
			notes: headed === presentIndex ? [...sumWarnings({ month, year }), ...notes] : [],
		},
		/**
		 * Newest first. Only the present period may have no entries. They stand before the rows, in the page too, so that its
		 * data repeat what compression still knows.
		 */
		periods: listed.map(({ range, rows, estimate, sums }, index) => ({
			name: sums.name,
			/** Number of the period's entries on this page. */
			rows,
			/** Undefined for the first period if its totals are on the card. */
			line:
				index === headed && index === 0
					? undefined
					: { address: periodLink(range, present).address, ...lineOf(sums, !main), total: estimate?.total },
		})),
		rows: extras.map((extra) => {
			return toExtraRow(extra, mistakes.get(extra.idFile), estimates?.ofExtra(extra));
		}),
		/** Key of the entry whose row is open, because the user has just saved it. */
		openRow: extras.find(({ idFile }) => idFile === open)?.idFile,
		/** Cursors of this page and of the next; undefined on the first and on the last. */
		after,
		next,
		/** The pay periods before and after the one on the card, if the list shows just one period. */
		earlier: shownPeriod && periodLink(periodOf(addDays(shownPeriod.start, -1)), present),
		later:
			shownPeriod && shownPeriod.end < present.start
				? periodLink(periodOf(addDays(shownPeriod.end, 1)), present)
				: undefined,
		lastSheet: lastSheetOf(last),
		ranges: [
			{ name: "Este período", ...present },
			{ name: "El anterior", ...last },
			...(isWholeMonth(present) ? [] : [{ name: "Este mes", ...spans.month }]),
			{ name: "Este año", ...spans.year },
		],
		/** Number of entries marked for review, regardless of the filter. */
		toReview,
		shifts: [...new Set([...shiftsOf(diagramOn(calendar.rotations, today)), ...shifts.toSorted()])],
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
function periodLink(range: DateRange, present: DateRange) {
	const address = filterAddress(range.start === present.start ? {} : range);
	return { name: nameOf(range), address };
}

/** @param isWhole whether the totals also count entries that a filter hides */
function lineOf({ hours, parts, doubt }: PeriodSums, isWhole: boolean) {
	const sums = [hours, ...parts.map(({ text }) => text)].join(" · ");
	return { sums: isWhole ? `Sin filtro: ${sums}` : sums, doubt };
}

const nameOf = (range: DateRange) => capitalised(payPeriodName(range));

/** Makes the link to the printable sheet of a pay period: "Planilla de octubre", or "Planilla 21/10 al 20/11". */
function lastSheetOf(period: DateRange) {
	const [first, last] = [period.start, period.end].map((date) => formatShortDate(date).slice(0, 5));
	const days = isWholeMonth(period)
		? `de ${monthName(datePartsOf(period.end).month)}`
		: `${first} al ${last}`;
	return { name: `Planilla ${days}`, address: filterAddress(period, { view: "sheet" }) };
}

function yearOf(date: CivilDate): DateRange {
	const { year } = datePartsOf(date);
	return { start: `${year}-01-01`, end: `${year}-12-31` };
}
