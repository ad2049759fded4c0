/** Work on a day off (franco) of the worker's own calendar. */
import { dayOf, entryOn, type OwnCalendar } from "~/features/shift/own-calendar";
import { isAbsence } from "~/features/shift/own-day";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { DAY_MINUTES, type ExtraTime } from "./classify";

/** What a collective agreement gives for it: a premium of 50 % or 100 %, or a day off in place of money. */
export type DayOffPay = "50" | "100" | "franco";

export interface DayOffWork {
	/** False when the day off follows from a crew of a diagram whose anchor date no server operator has confirmed. */
	isConfirmed: boolean;
	/** Undefined when the worker has not said what the agreement gives. */
	agreed?: DayOffPay;
}

/**
 * Whether an overtime entry starts on a day off in the worker's own calendar. Vacations, leave and the like are no day
 * off; nor is the morning on which a worker stays on after the night shift of the day before.
 * @param calendar with the own days of the entry's date and of the day before
 * @returns undefined on any other day, and when the calendar does not know
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

/** Whether the plant, or the worker by a position of their own, has confirmed the shifts of a date. */
export function isConfirmedOn({ rotations }: OwnCalendar, date: CivilDate): boolean {
	const { diagram, rotation } = entryOn(rotations, date) ?? {};
	return rotation?.isOwnPosition === true || diagram?.anchorConfirmed === true;
}

const agreedTexts: Readonly<Record<DayOffPay, string>> = {
	50: "tu convenio lo paga al 50 %",
	100: "tu convenio lo paga al 100 %",
	franco: "tu convenio da franco compensatorio",
};

/** Says that the work was on a day off and what the agreement gives: "En tu franco: tu convenio lo paga al 100 %". */
export function dayOffNote({ isConfirmed, agreed }: DayOffWork): string {
	const doubt = isConfirmed ? "" : " (diagrama sin confirmar por tu planta)";
	const pay = agreed
		? agreedTexts[agreed]
		: "los convenios difieren, mirá el tuyo. LCT 204 y 207: descanso compensatorio";
	return `En tu franco${doubt}: ${pay}`;
}
