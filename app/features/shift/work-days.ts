/** Answers from a worker's calendar what the law asks about the worker's days. */
import type { WorkDayOn } from "~/features/law/parts-of-day";
import { remembering } from "~/lib/remembering";
import type { CivilDate } from "~/lib/time/civil-date";
import { dayOf, entryOn, type OwnCalendar } from "./own-calendar";
import { isAbsence } from "./own-day";

/** @param calendar must contain the own days (vacation, leave and the like) on the dates that are asked for */
export function workDaysIn(calendar: OwnCalendar): WorkDayOn {
	return remembering((date) => {
		const { letter, time, ownDay } = dayOf(calendar, date);
		const isConfirmed = isConfirmedOn(calendar, date);
		const isOff = letter === "F" && !isAbsence(ownDay);
		return {
			shift: time,
			dayOff: isOff ? { isConfirmed: isConfirmed || ownDay?.kind === "franco" } : undefined,
			isConfirmed,
		};
	});
}

/**
 * Whether the worker's shifts on a date are certain: an operator has confirmed the diagram's anchor date (first day of
 * crew A's cycle), or the worker found the start of their own cycle by their shifts.
 */
export function isConfirmedOn({ rotations }: Pick<OwnCalendar, "rotations">, date: CivilDate): boolean {
	const { diagram, rotation } = entryOn(rotations, date) ?? {};
	return rotation?.isOwnPosition === true || diagram?.anchorConfirmed === true;
}
