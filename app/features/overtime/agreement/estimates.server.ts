import { holidaysBetween } from "~/features/holidays/holidays.server";
import { findOwnCalendar } from "~/features/shift/own-days/own-calendar.server";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { listAgreements, listHourValues } from "./agreements.server";
import { estimateExtra, estimateTotal } from "./estimate";
import { type ShownEstimate, showEstimate } from "./estimate-text";
import type { PaidExtra, PayTerms } from "./pieces";

export interface GroupEstimates {
	/** One estimate for each group of overtime entries (such as a pay period), in the order of the groups. */
	groups: ShownEstimate[];
	total: ShownEstimate;
}

/**
 * Reads everything that determines the pay of entries that start from `first` to `last`, both inclusive.
 * @returns undefined without an hourly rate
 */
export async function findPayTerms(
	userId: string,
	first: CivilDate,
	last: CivilDate,
): Promise<PayTerms | undefined> {
	const hourValues = await listHourValues(userId);
	if (hourValues.length === 0) return undefined;
	// Reads from one day before `first`, because that day's shift may end after midnight, to one day after `last`,
	// because an entry may end after midnight.
	const [from, to] = [addDays(first, -1), addDays(last, 1)];
	return {
		hourValues,
		agreements: await listAgreements(userId),
		calendar: await findOwnCalendar(userId, from, to),
		holidaysOn: await holidaysBetween(first, to),
	};
}

/** The estimate of one overtime entry; undefined without an hourly rate. */
export async function estimateOf(userId: string, extra: PaidExtra): Promise<ShownEstimate | undefined> {
	const terms = await findPayTerms(userId, extra.date, extra.date);
	return terms && showEstimate(estimateExtra(extra, terms), false);
}

/**
 * Estimates the pay of each group of overtime entries, such as a pay period, and the total pay.
 * @param groups groups and their entries, oldest first; no entry may be in two groups
 * @returns undefined without an hourly rate or without entries
 */
export async function estimateGroups(
	userId: string,
	groups: readonly (readonly PaidExtra[])[],
): Promise<GroupEstimates | undefined> {
	const extras = groups.flat();
	const [first, last] = [extras[0], extras.at(-1)];
	const terms = first && last && (await findPayTerms(userId, first.date, last.date));
	if (!terms) return undefined;
	const show = (some: readonly PaidExtra[]) => showEstimate(estimateTotal(some, terms), true);
	return { groups: groups.map(show), total: show(extras) };
}
