import { countToReview } from "~/features/overtime/extras/extras.server";
import { diagramOn } from "~/features/overtime/law/own-shifts";
import { paperReason } from "~/features/overtime/law/reason";
import { LONG_DAY_MINUTES, warningsOf } from "~/features/overtime/law/warnings";
import {
	type DateRange,
	type PayPeriod,
	parsePayPeriod,
	payPeriodBefore,
	payPeriodOf,
} from "~/features/profile/pay-period";
import { listDatedRotations } from "~/features/shift/own-days/own-calendar.server";
import { env } from "~/lib/env.server";
import { placeholders } from "~/lib/explained";
import { type CivilDate, datePartsOf, formatShortDate, todayIn } from "~/lib/time/civil-date";
import { plantDay } from "~/lib/time/plant-clock.server";
import { describeExtras } from "./describe-extras.server";
import type { CardExtra, ListedExtra } from "./extra-card";
import type { SheetExtra } from "./extra-sheet";
import {
	listExtras,
	listLongDays,
	listOldestExtras,
	MAX_ON_SHEET,
	sumByCompensation,
	sumExtras,
} from "./extras-list.server";
import type { ExtrasFilter } from "./filter";
import { restNotesOf } from "./rest-notes.server";
import { readSlip } from "./slip-check";

/** Reads one page of the list of overtime entries, with totals and warnings. */
export async function readListPage(
	userId: string,
	savedPayPeriod: string,
	filter: ExtrasFilter,
	after: string | undefined,
) {
	const own = await listDatedRotations(userId);
	const today = todayIn(env.TZ_APP);
	const { year, month } = datePartsOf(today);
	const { extras, next } = await listExtras(userId, filter, after);
	const dates = [...new Set(extras.map(({ date }) => date))];
	const warnings = warningsOf({
		month: await sumWorked(userId, monthOf(year, month), today),
		year: await sumWorked(userId, yearOf(year), today),
		longDays: await listLongDays(userId, dates, LONG_DAY_MINUTES),
	});
	const restNotes = await restNotesOf(userId, extras, own);
	const setting: PayPeriod = parsePayPeriod(savedPayPeriod) ?? "month";
	const period = payPeriodOf(today, setting);
	return {
		extras: (await describeExtras(extras, own)).map((extra) =>
			toCard({ ...extra, warning: restNotes.get(extra.idFile) }),
		),
		next,
		// Without a filter only the current pay period is summed, because summing all years at each visit would be
		// slow.
		totals: Object.keys(filter).length > 0 ? await sumExtras(userId, filter) : null,
		period: { ...period, totals: await sumExtras(userId, period) },
		ranges: [
			{ name: "Este período", ...period },
			{ name: "El anterior", ...payPeriodBefore(today, setting) },
			{ name: "Este mes", ...monthOf(year, month) },
			{ name: "Este año", ...yearOf(year) },
		],
		warnings,
		hasRestNotes: [...restNotes.values()].some((note) => note),
		isOnUnconfirmed: diagramOn(own, today)?.anchorConfirmed === false,
		toReview: await countToReview(userId),
	};
}

/**
 * The fields of an overtime entry that both the card and the printed sheet show. Other fields are not sent to the
 * browser.
 */
function toShown(extra: ListedExtra) {
	const { idFile, date, shift, minutes, startMinute, isStartProposed, comment, compensation, reason } = extra;
	return { idFile, date, shift, minutes, startMinute, isStartProposed, comment, compensation, reason };
}

function toCard(extra: ListedExtra): CardExtra {
	const { minutesUnclassified, needsReview, warning } = extra;
	return { ...toShown(extra), minutesUnclassified, needsReview, warning };
}

function toRow(extra: ListedExtra): SheetExtra {
	const { minutes50, minutes100, minutesNight, createdAt, editedAt } = extra;
	const recordedOn = formatShortDate(plantDay(createdAt));
	const changedOn = editedAt === null ? null : formatShortDate(plantDay(editedAt));
	return { ...toShown(extra), minutes50, minutes100, minutesNight, recordedOn, changedOn };
}

/**
 * Reads the printed sheet for a filter: the overtime entries, oldest first, and the totals. If `query` contains hours
 * from a pay slip, the sheet also compares these hours with the entries.
 */
export async function readSheet(
	userId: string,
	realName: string,
	filter: ExtrasFilter,
	query: URLSearchParams,
) {
	const oldest = await listOldestExtras(userId, filter, MAX_ON_SHEET);
	const extras = await describeExtras(oldest, await listDatedRotations(userId), paperReason);
	const totals = await sumExtras(userId, filter);
	const today = todayIn(env.TZ_APP);
	const worked = await sumByCompensation(userId, untilDay(filter, today));
	return {
		isCut: totals.count > extras.length,
		extras: extras.map(toRow),
		totals,
		...readSlip(query, worked, totals.count - countOf(worked)),
		name: realName === placeholders.realName ? null : realName || null,
		today,
	};
}

async function sumWorked(userId: string, range: DateRange, today: CivilDate) {
	const { minutes } = await sumExtras(userId, range);
	const { minutes: workedMinutes } = await sumExtras(userId, untilDay(range, today));
	return { workedMinutes, plannedMinutes: minutes - workedMinutes };
}

function untilDay(filter: ExtrasFilter, day: CivilDate): ExtrasFilter {
	return { ...filter, end: filter.end !== undefined && filter.end < day ? filter.end : day };
}

function countOf(sums: readonly { count: number }[]): number {
	return sums.reduce((total, { count }) => total + count, 0);
}

function monthOf(year: number, month: number): DateRange {
	return payPeriodOf(`${year}-${String(month).padStart(2, "0")}-01`, "month");
}

function yearOf(year: number): DateRange {
	return { start: `${year}-01-01`, end: `${year}-12-31` };
}
