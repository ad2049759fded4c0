/** Estimates of a user's overtime. There are none until the user has given a value of the hour. */
import { holidaysBetween } from "~/features/holidays/holidays.server";
import { findOwnCalendar } from "~/features/shift/own-days/own-calendar.server";
import { addDays } from "~/lib/time/civil-date";
import { listAgreements, listHourValues } from "./agreements.server";
import { estimateExtra, estimateTotal } from "./estimate";
import { type ShownEstimate, showEstimate } from "./estimate-text";
import type { PaidExtra, PayTerms } from "./pieces";

/** The estimate of one overtime entry; undefined without a value of the hour. */
export async function estimateOf(userId: string, extra: PaidExtra): Promise<ShownEstimate | undefined> {
	const terms = await findPayTerms(userId, [extra]);
	return terms && showEstimate(estimateExtra(extra, terms), false);
}

/** Estimates of groups of overtime entries, and of all together. */
export interface GroupEstimates {
	/** In the order of the groups. */
	groups: ShownEstimate[];
	total: ShownEstimate;
}

/**
 * The estimates of groups of overtime entries, such as those of pay periods, which share no date. Reads the tables once.
 * @returns undefined without a value of the hour
 */
export async function estimateGroups(
	userId: string,
	groups: readonly (readonly PaidExtra[])[],
): Promise<GroupEstimates | undefined> {
	const extras = groups.flat();
	const terms = await findPayTerms(userId, extras);
	const show = (some: readonly PaidExtra[], by: PayTerms) => showEstimate(estimateTotal(some, by), true);
	return terms && { groups: groups.map((group) => show(group, terms)), total: show(extras, terms) };
}

/** Everything that decides the pay of overtime entries; undefined without a value of the hour. */
async function findPayTerms(userId: string, extras: readonly PaidExtra[]): Promise<PayTerms | undefined> {
	const hourValues = await listHourValues(userId);
	const dates = extras.map(({ date }) => date).sort();
	const [first, last] = [dates[0], dates.at(-1)];
	if (hourValues.length === 0 || !first || !last) return undefined;
	// An entry may last beyond midnight, and a shift of the day before too.
	const [from, to] = [addDays(first, -1), addDays(last, 1)];
	return {
		hourValues,
		agreements: await listAgreements(userId),
		calendar: await findOwnCalendar(userId, from, to),
		holidaysOn: await holidaysBetween(first, to),
	};
}
