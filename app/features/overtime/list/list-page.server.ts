import type { User } from "~/features/auth/users.server";
import { crewsOf, type Diagram, shiftOn } from "~/features/diagrams/cycle";
import { countToReview, type Extra } from "~/features/overtime/extras/extras.server";
import type { HolidaysOn } from "~/features/overtime/law/classify";
import { type DayOff, keptReason, paperReason, ruleReason } from "~/features/overtime/law/reason";
import { LONG_DAY_MIN, warningsOf } from "~/features/overtime/law/warnings";
import {
	type DateRange,
	type PayPeriod,
	parsePayPeriod,
	payPeriodBefore,
	payPeriodOf,
} from "~/features/profile/pay-period";
import { env } from "~/lib/env.server";
import { placeholders } from "~/lib/explained";
import { addDays, type CivilDate, datePartsOf, formatShortDate, todayIn } from "~/lib/time/civil-date";
import { plantDay } from "~/lib/time/plant-clock.server";
import type { CardExtra, ListedExtra } from "./extra-card";
import type { SheetExtra } from "./extra-sheet";
import {
	listExtras,
	listLongDays,
	listOldestExtras,
	MOST_ON_SHEET,
	sumByCompensation,
	sumExtras,
} from "./extras-list.server";
import type { ExtrasFilter } from "./filter";
import { restNotesOf } from "./rest-notes.server";
import { readSlip } from "./slip-check";

/** What the list needs of other features. */
export interface Surroundings {
	/** Of the first to the last of these days. */
	findHolidays: (start: CivilDate, end: CivilDate) => Promise<HolidaysOn>;
	/** The person's own, if chosen. */
	diagram?: Diagram;
}

/** A page of the list, with its totals and what is told about them. */
export async function readListPage(
	user: User,
	filter: ExtrasFilter,
	after: string | undefined,
	surroundings: Surroundings,
) {
	const today = todayIn(env.TZ_APP);
	const { year, month } = datePartsOf(today);
	const { extras, next } = await listExtras(user.id, filter, after);
	const dates = [...new Set(extras.map(({ date }) => date))];
	const warnings = warningsOf({
		month: await sumWorked(user.id, monthOf(year, month), today),
		year: await sumWorked(user.id, yearOf(year), today),
		longDays: await listLongDays(user.id, dates, LONG_DAY_MIN),
	});
	const restNotes = await restNotesOf(user, extras, surroundings.diagram);
	const setting: PayPeriod = parsePayPeriod(user.payPeriod) ?? "month";
	const period = payPeriodOf(today, setting);
	return {
		extras: (await describe(extras, user, surroundings)).map((extra) =>
			toCard({ ...extra, warning: restNotes.get(extra.idFile) }),
		),
		next,
		// Without a filter it is the present period that counts: a working life is not summed up at each look.
		totals: Object.keys(filter).length > 0 ? await sumExtras(user.id, filter) : null,
		period: { ...period, totals: await sumExtras(user.id, period) },
		ranges: [
			{ name: "Este período", ...period },
			{ name: "El anterior", ...payPeriodBefore(today, setting) },
			{ name: "Este mes", ...monthOf(year, month) },
			{ name: "Este año", ...yearOf(year) },
		],
		warnings,
		hasRestNotes: [...restNotes.values()].some((note) => note),
		isOnUnconfirmed: surroundings.diagram?.anchorConfirmed === false,
		toReview: await countToReview(user.id),
	};
}

/** What both the card and the sheet show of an extra: what travels to the browser. */
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

/** What the filter shows, oldest first, with when it was written, its totals and, if asked for, the comparison with a pay slip. */
export async function readSheet(
	user: User,
	filter: ExtrasFilter,
	query: URLSearchParams,
	surroundings: Surroundings,
) {
	const oldest = await listOldestExtras(user.id, filter, MOST_ON_SHEET);
	const extras = await describe(oldest, user, surroundings, paperReason);
	const totals = await sumExtras(user.id, filter);
	const today = todayIn(env.TZ_APP);
	const worked = await sumByCompensation(user.id, untilDay(filter, today));
	return {
		isCut: totals.count > extras.length,
		extras: extras.map(toRow),
		totals,
		...readSlip(query, worked, totals.count - countOf(worked)),
		name: user.realName === placeholders.realName ? null : user.realName || null,
		today,
	};
}

/** Extras with how they are paid and why. */
export async function describe(
	extras: readonly Extra[],
	{ crew }: Pick<User, "crew">,
	{ findHolidays, diagram }: Surroundings,
	reasonOf: typeof keptReason = keptReason,
): Promise<ListedExtra[]> {
	const dates = extras.map(({ date }) => date).sort();
	const [first, last] = [dates[0], dates.at(-1)];
	if (!first || !last) return [];
	const holidaysOn = await findHolidays(first, addDays(last, 1));
	return extras.map((extra) => ({
		...extra,
		reason: reasonOf(extra, holidaysOn, dayOffOn(extra.date, crew, diagram)),
	}));
}

/** How an extra is paid by the rule, in words, whatever the worker has changed. */
export async function describeRule(
	extra: Extra,
	{ crew }: Pick<User, "crew">,
	{ findHolidays, diagram }: Surroundings,
): Promise<string> {
	const holidaysOn = await findHolidays(extra.date, addDays(extra.date, 1));
	return ruleReason(extra, holidaysOn, dayOffOn(extra.date, crew, diagram));
}

/** "no" also when the person has said no diagram or no crew. */
function dayOffOn(date: CivilDate, crew: string | null, diagram: Diagram | undefined): DayOff {
	const letter = diagram && crewsOf(diagram).find((each) => each === crew);
	if (!diagram || !letter || shiftOn(diagram, letter, date) !== "F") return "no";
	return diagram.anchorConfirmed ? "yes" : "unconfirmed";
}

/** What was worked until today is one thing, what is written down for later another. */
async function sumWorked(userId: string, range: DateRange, today: CivilDate) {
	const { minutes } = await sumExtras(userId, range);
	const { minutes: worked } = await sumExtras(userId, untilDay(range, today));
	return { worked, planned: minutes - worked };
}

/** What the filter shows up to a day, that day included. */
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
