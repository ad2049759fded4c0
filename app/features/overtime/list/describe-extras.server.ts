import { holidaysBetween } from "~/features/holidays/holidays.server";
import { rowOn } from "~/features/overtime/agreement/agreement";
import { listAgreements } from "~/features/overtime/agreement/agreements.server";
import type { Extra } from "~/features/overtime/extras/extras.server";
import { dayOffOn } from "~/features/overtime/law/day-off";
import type { OwnShifts } from "~/features/overtime/law/own-shifts";
import { keptReason, ruleReason } from "~/features/overtime/law/reason";
import { listOwnDays } from "~/features/shift/own-days/own-days.server";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import type { ListedExtra } from "./extra-row";

/** Adds an explanation of the pay to each entry. */
export async function describeExtras(
	userId: string,
	extras: readonly Extra[],
	rotations: OwnShifts,
): Promise<ListedExtra[]> {
	const dates = extras.map(({ date }) => date).sort();
	const [first, last] = [dates[0], dates.at(-1)];
	if (!first || !last) return [];
	const holidaysOn = await holidaysBetween(first, addDays(last, 1));
	const dayOffs = await listDayOffs(userId, rotations, first, last);
	return extras.map((extra) => ({ ...extra, reason: keptReason(extra, holidaysOn, dayOffs(extra)) }));
}

/** Explains an entry's pay by the legal rule, even if the worker has typed other hours. */
export async function describeRule(userId: string, extra: Extra, rotations: OwnShifts): Promise<string> {
	const { date } = extra;
	const holidaysOn = await holidaysBetween(date, addDays(date, 1));
	const dayOffs = await listDayOffs(userId, rotations, date, date);
	return ruleReason(extra, holidaysOn, dayOffs(extra));
}

/**
 * Reads the user's own days (vacation, leave and the like) and collective agreements.
 * @returns a function that tells, for an entry, what is known about the day off on which it starts
 */
async function listDayOffs(userId: string, rotations: OwnShifts, first: CivilDate, last: CivilDate) {
	const calendar = { rotations, ownDays: await listOwnDays(userId, addDays(first, -1), last) };
	const agreements = await listAgreements(userId);
	return (extra: Extra) => dayOffOn(calendar, extra, rowOn(agreements, extra.date)?.dayOff ?? undefined);
}
