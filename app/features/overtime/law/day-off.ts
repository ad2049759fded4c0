/** Overtime that a worker does on a day off (franco). */
import { dayOf, entryOn, type OwnCalendar } from "~/features/shift/own-calendar";
import { isAbsence } from "~/features/shift/own-day";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { DAY_MINUTES, type ExtraTime } from "./classify";

/** What an agreement gives for work on a day off: a premium of 50 % or 100 %, or another day off. */
export type DayOffPay = "50" | "100" | "franco";

export interface DayOffWork {
	/**
	 * Whether the day off is certain: the worker entered it, or the shift calendar is certain on its date (see
	 * `isConfirmedOn`).
	 */
	isConfirmed: boolean;
	/** Compensation by the agreement; undefined if the worker has not entered it. */
	agreed?: DayOffPay;
}

/**
 * Returns what is known about the day off on which an overtime entry starts. Vacation, leave and the like do not count
 * as days off. An entry does not count as work on the day off if it starts during the previous day's shift, or exactly
 * when that shift ends.
 * @param calendar must contain the own days (vacation, leave and the like) on the entry's date and the day before
 * @param agreed what the worker's collective agreement gives for work on a day off
 * @returns undefined if the entry is not work on a day off, or if it is unknown whether its date is a day off
 */
export function dayOffOn(
	calendar: OwnCalendar,
	{ date, startMinute }: Pick<ExtraTime, "date" | "startMinute">,
	agreed?: DayOffPay,
): DayOffWork | undefined {
	const { letter, ownDay } = dayOf(calendar, date);
	if (letter !== "F" || isAbsence(ownDay)) return undefined;
	const before = dayOf(calendar, addDays(date, -1)).time;
	if (before && startMinute !== null && before.endMinute - DAY_MINUTES >= startMinute) return undefined;
	return { isConfirmed: ownDay?.kind === "franco" || isConfirmedOn(calendar, date), agreed };
}

/**
 * Whether the worker's shifts on a date are certain: an operator has confirmed the diagram's anchor date (first day of
 * crew A's cycle), or the worker found the start of their own cycle by their shifts.
 */
export function isConfirmedOn({ rotations }: Pick<OwnCalendar, "rotations">, date: CivilDate): boolean {
	const { diagram, rotation } = entryOn(rotations, date) ?? {};
	return rotation?.isOwnPosition === true || diagram?.anchorConfirmed === true;
}

const agreedTexts: Readonly<Record<DayOffPay, string>> = {
	50: "tu convenio lo paga al 50 %",
	100: "tu convenio lo paga al 100 %",
	franco: "tu convenio da franco compensatorio",
};

/** Returns a note such as "En tu franco: tu convenio lo paga al 100 %". */
export function dayOffNote({ isConfirmed, agreed }: DayOffWork): string {
	const doubt = isConfirmed ? "" : " (diagrama sin confirmar por tu planta)";
	const pay = agreed
		? agreedTexts[agreed]
		: "los convenios difieren, mirá el tuyo. LCT 204 y 207: descanso compensatorio";
	return `En tu franco${doubt}: ${pay}`;
}
