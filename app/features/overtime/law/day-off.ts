/** Overtime on a day off (franco) in the worker's calendar. */
import { dayOf, entryOn, type OwnCalendar } from "~/features/shift/own-calendar";
import { isAbsence } from "~/features/shift/own-day";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { DAY_MINUTES, type ExtraTime } from "./classify";

/** Compensation for work on a day off by a collective agreement: a premium of 50 % or 100 %, or another day off. */
export type DayOffPay = "50" | "100" | "franco";

export interface DayOffWork {
	/** False if the day off depends on a diagram whose anchor date no server operator has confirmed. */
	isConfirmed: boolean;
	/** Undefined if the worker has not entered what the agreement gives. */
	agreed?: DayOffPay;
}

/**
 * Whether an overtime entry starts on a day off in the worker's calendar. Vacation, leave and the like are not days
 * off. Nor is the morning after a night shift, if the worker stays on after that shift.
 * @param calendar with the own days (vacation, leave and the like) of the entry's date and of the day before
 * @returns undefined if the entry does not start on a day off, or if the worker's shifts are unknown
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
 * Whether the worker's shifts on a date are confirmed: the diagram by a server operator, or the personal position
 * by the worker.
 */
export function isConfirmedOn({ rotations }: OwnCalendar, date: CivilDate): boolean {
	const { diagram, rotation } = entryOn(rotations, date) ?? {};
	return rotation?.isOwnPosition === true || diagram?.anchorConfirmed === true;
}

const agreedTexts: Readonly<Record<DayOffPay, string>> = {
	50: "tu convenio lo paga al 50 %",
	100: "tu convenio lo paga al 100 %",
	franco: "tu convenio da franco compensatorio",
};

/** Text about work on a day off and its compensation: "En tu franco: tu convenio lo paga al 100 %". */
export function dayOffNote({ isConfirmed, agreed }: DayOffWork): string {
	const doubt = isConfirmed ? "" : " (diagrama sin confirmar por tu planta)";
	const pay = agreed
		? agreedTexts[agreed]
		: "los convenios difieren, mirá el tuyo. LCT 204 y 207: descanso compensatorio";
	return `En tu franco${doubt}: ${pay}`;
}
