import { withoutZeroMinutes } from "~/features/diagrams/shift-hours";
import { shiftText } from "~/features/diagrams/shift-text";
import {
	type CivilDate,
	datePartsOf,
	dayNumber,
	formatDayOfMonth,
	formatDayOfYear,
	monthName,
	weekdayName,
} from "~/lib/time/civil-date";
import { inHours } from "~/lib/time/minutes";
import type { RunningShift } from "./shift-clock";

/** Returns a text such as "Ahora: turno noche, hasta las 06". */
export function nowText({ letter, endsAt }: RunningShift): string {
	return `Ahora: ${shiftText(letter).toLowerCase()}, hasta las ${withoutZeroMinutes(endsAt)}`;
}

/** Returns a duration as "45 min", "3 h" or "3 h 20 min". */
export function durationText(minutes: number): string {
	const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
	return [hours > 0 && inHours(hours * 60), (rest > 0 || hours === 0) && `${rest}\u00A0min`]
		.filter(Boolean)
		.join("\u00A0");
}

/** Returns the remaining time as "faltan 8 h" or "falta 1 min". */
export function leftText(minutes: number): string {
	return `${minutes === 1 || minutes === 60 ? "falta" : "faltan"} ${durationText(minutes)}`;
}

/** Words that follow the name of a day off if a shift ends on its morning. */
export const AFTER_SHIFT = ", después de salir del turno";

/** Returns a date as "sábado 5"; if the date is a week ahead or more, with the month. */
export function dayText(date: CivilDate, today: CivilDate): string {
	const isNear = dayNumber(date) - dayNumber(today) < 7;
	return isNear ? formatDayOfMonth(date) : formatDayOfYear(date);
}

/** Returns a date as "mié 25"; if the date is a week ahead or more, with the month: "mar 8 dic". */
export function shortDay(date: CivilDate, today: CivilDate): string {
	const near = `${weekdayName(date).slice(0, 3)} ${datePartsOf(date).day}`;
	return dayNumber(date) - dayNumber(today) < 7 ? near : `${near} ${shortMonth(date)}`;
}

export function shortMonth(date: CivilDate): string {
	return monthName(datePartsOf(date).month).slice(0, 3);
}
