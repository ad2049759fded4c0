import { holidaysBetween } from "~/features/holidays/holidays.server";
import type { Extra } from "~/features/overtime/extras/extras.server";
import { diagramOn, type OwnShifts, ownShiftOn } from "~/features/overtime/law/own-shifts";
import { type DayOff, keptReason, ruleReason } from "~/features/overtime/law/reason";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import type { ListedExtra } from "./extra-card";

/** Adds an explanation of the pay to each overtime entry. */
export async function describeExtras(
	extras: readonly Extra[],
	own: OwnShifts,
	reasonOf: typeof keptReason = keptReason,
): Promise<ListedExtra[]> {
	const dates = extras.map(({ date }) => date).sort();
	const [first, last] = [dates[0], dates.at(-1)];
	if (!first || !last) return [];
	const holidaysOn = await holidaysBetween(first, addDays(last, 1));
	return extras.map((extra) => ({
		...extra,
		reason: reasonOf(extra, holidaysOn, dayOffOn(extra.date, own)),
	}));
}

/** Explains the pay of an overtime entry by the legal rule, even if the worker has typed other hours. */
export async function describeRule(extra: Extra, own: OwnShifts): Promise<string> {
	const holidaysOn = await holidaysBetween(extra.date, addDays(extra.date, 1));
	return ruleReason(extra, holidaysOn, dayOffOn(extra.date, own));
}

/**
 * Whether a date is a day off in the user's shift diagram; "no" also for a user without a shift diagram or a crew.
 */
function dayOffOn(date: CivilDate, own: OwnShifts): DayOff {
	if (ownShiftOn(own, date) !== "F") return "no";
	return diagramOn(own, date)?.anchorConfirmed ? "yes" : "unconfirmed";
}
