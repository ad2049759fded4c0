import { countToReview } from "~/features/overtime/extras/extras.server";
import { isConfirmedOn } from "~/features/overtime/law/day-off";
import { diagramOn } from "~/features/overtime/law/own-shifts";
import { sumWarnings, type Worked } from "~/features/overtime/law/warnings";
import {
	type DateRange,
	type PayPeriod,
	parsePayPeriod,
	payPeriodBefore,
	payPeriodOf,
} from "~/features/profile/pay-period";
import { payPeriodName } from "~/features/profile/period-name";
import { listDatedRotations } from "~/features/shift/own-days/own-calendar.server";
import { capitalised } from "~/lib/capitalised";
import { env } from "~/lib/env.server";
import {
	addDays,
	type CivilDate,
	datePartsOf,
	formatShortDate,
	monthName,
	todayIn,
} from "~/lib/time/civil-date";
import { addressAfterDelete } from "~/ui/toast/list-row";
import { describeExtras } from "./describe-extras.server";
import { type ListedExtra, toExtraRow } from "./extra-row";
import { listMinutes, listSums } from "./extra-sums.server";
import { listExtras } from "./extras-list.server";
import { type ExtrasFilter, filterAddress } from "./filter";
import { readEstimates } from "./list-estimates.server";
import { periodSums } from "./period-sums";
import { rowHtml } from "./row-html";
import { readWorkTimes } from "./work-times.server";

/** Reads one page of the list of overtime entries, with totals and warnings. */
export async function readListPage(
	userId: string,
	savedPayPeriod: string,
	filter: ExtrasFilter,
	after: string | undefined,
) {
	const own = await listDatedRotations(userId);
	const today = todayIn(env.TZ_APP);
	const [thisMonth, thisYear] = [payPeriodOf(today, "month"), yearOf(today)];
	const setting: PayPeriod = parsePayPeriod(savedPayPeriod) ?? "month";
	const present = payPeriodOf(today, setting);
	const last = payPeriodBefore(today, setting);
	const isFiltered = Object.keys(filter).length > 0;
	const { extras, next } = await listExtras(userId, filter, after);
	const { notes, warnings, unended } = await readWorkTimes(userId, extras, own);
	const periods = groupByPeriod(await describeExtras(userId, extras, own), setting);
	// Without a filter, the first page begins with the current pay period if all its entries are of older periods.
	const isAllOlder = periods[0] !== undefined && periods[0].start < present.start;
	if (isAllOlder && !isFiltered && after === undefined) periods.unshift({ ...present, extras: [] });
	const estimates = await readEstimates(userId, extras, periods);
	// Totals of the filter are read only if a filter is set: otherwise the query would add up all years.
	const sums = await listSums(userId, isFiltered ? [...periods, filter] : periods);
	const [monthWorked, monthPlanned, yearWorked, yearPlanned] = await listMinutes(userId, [
		...untilAndAfter(today, thisMonth),
		...untilAndAfter(today, thisYear),
	]);
	const filtered = sums[periods.length];
	const month = worked(monthWorked, monthPlanned, minutesIn(thisMonth, unended));
	const year = worked(yearWorked, yearPlanned, minutesIn(thisYear, unended));
	const hasNotes = extras.some(({ idFile }) => notes.get(idFile));
	const isUnconfirmed = diagramOn(own, today) !== undefined && !isConfirmedOn({ rotations: own }, today);
	// The URL to which the browser returns after a deletion: the same page of the list, with the same filter.
	const address = filterAddress(filter, after === undefined ? {} : { after });
	const html = periods
		.flatMap(({ extras }) => extras)
		.map((extra, index) => {
			const row = toExtraRow(extra, notes.get(extra.idFile), estimates?.extras.get(extra.idFile));
			return rowHtml(row, addressAfterDelete(address, index, extras.length, next !== undefined));
		});
	return {
		pageHtml: { selector: ".rows details", html },
		isFirstPage: after === undefined,
		periods: periods.flatMap(({ extras, ...range }, index) => {
			const totals = sums[index];
			if (!totals) return [];
			const estimate = estimates?.periods[index];
			return { ...periodSums(nameOf(range, present), totals, range), estimate, rows: extras.length };
		}),
		filtered: filtered ? periodSums("Lo que muestra el filtro", filtered, filter) : null,
		next,
		lastSheet: lastSheetOf(last),
		ranges: [
			{ name: "Este período", ...present },
			{ name: "El anterior", ...last },
			{ name: "Este mes", ...thisMonth },
			{ name: "Este año", ...thisYear },
		],
		warnings: [
			...sumWarnings({ month, year }),
			...warnings,
			...(hasNotes ? [restWarning(isUnconfirmed)] : []),
		],
		toReview: await countToReview(userId),
	};
}

/**
 * Explains the word "aviso", which marks rows with a note about rest times.
 * @param isUnconfirmed whether the worker's shifts are uncertain (see `isConfirmedOn`)
 */
function restWarning(isUnconfirmed: boolean): string {
	const law =
		"Las que dicen «aviso» se superponen con otro trabajo o dejan menos de 12 h de descanso (LCT art. 197).";
	return isUnconfirmed
		? `${law} Tus turnos salen de un diagrama sin confirmar por tu planta: comparalo con un turno que ya hiciste.`
		: law;
}

/** Groups entries by pay period. The entries are sorted by date, newest first. */
function groupByPeriod(
	extras: readonly ListedExtra[],
	setting: PayPeriod,
): (DateRange & { extras: ListedExtra[] })[] {
	const periods: (DateRange & { extras: ListedExtra[] })[] = [];
	for (const extra of extras) {
		const last = periods.at(-1);
		if (last && extra.date >= last.start) last.extras.push(extra);
		else periods.push({ ...payPeriodOf(extra.date, setting), extras: [extra] });
	}
	return periods;
}

function nameOf(range: DateRange, present: DateRange): string {
	const name = payPeriodName(range);
	return range.start === present.start ? `Este período: ${name}` : capitalised(name);
}

/** Makes the link to the printable sheet of a pay period: "Planilla de octubre", or "Planilla 21/10 al 20/11". */
function lastSheetOf(period: DateRange): { name: string; address: string } {
	const [first, last] = [period.start, period.end].map((date) => formatShortDate(date).slice(0, 5));
	const isMonth = /^[a-z]/.test(payPeriodName(period));
	const days = isMonth ? `de ${monthName(datePartsOf(period.end).month)}` : `${first} al ${last}`;
	return { name: `Planilla ${days}`, address: filterAddress(period, { view: "sheet" }) };
}

/** Splits a date range into the days until `day` and the days after it; either part may be empty. */
function untilAndAfter(day: CivilDate, { start, end }: DateRange): DateRange[] {
	return [
		{ start, end: end < day ? end : day },
		{ start: addDays(day, 1), end },
	];
}

/**
 * Returns the worked and the planned minutes of overtime.
 * @param untilMinutes minutes of the entries that start today or earlier
 * @param afterMinutes minutes of the entries that start after today
 * @param unendedMinutes part of `untilMinutes` in entries that have not ended yet; counts as planned
 */
function worked(untilMinutes = 0, afterMinutes = 0, unendedMinutes = 0): Worked {
	return {
		workedMinutes: untilMinutes - unendedMinutes,
		plannedMinutes: afterMinutes + unendedMinutes,
	};
}

function minutesIn({ start }: DateRange, extras: readonly { date: CivilDate; minutes: number }[]): number {
	return extras.filter(({ date }) => date >= start).reduce((sum, { minutes }) => sum + minutes, 0);
}

function yearOf(date: CivilDate): DateRange {
	const { year } = datePartsOf(date);
	return { start: `${year}-01-01`, end: `${year}-12-31` };
}
