import { withoutZeroMinutes } from "~/features/diagrams/shift-hours";
import { shiftText } from "~/features/diagrams/shift-text";
import { type CivilDate, datePartsOf, dayNumber, formatDayOfMonth, monthName } from "~/lib/time/civil-date";
import type { RunningShift } from "./shift-clock";

/** "Ahora: turno noche, hasta las 06". */
export function nowText({ letter, endsAt }: RunningShift): string {
	return `Ahora: ${shiftText(letter).toLowerCase()}, hasta las ${withoutZeroMinutes(endsAt)}`;
}

/** "45 min", "3 h" or "3 h 20 min". */
export function durationText(minutes: number): string {
	const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
	return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(" ");
}

/** "faltan 8 h", "falta 1 min". */
export function leftText(minutes: number): string {
	return `${minutes === 1 || minutes === 60 ? "falta" : "faltan"} ${durationText(minutes)}`;
}

/** Follows a day off on whose morning a shift ends. */
export const AFTER_SHIFT = ", después de salir del turno";

/** "sábado 5", with the month from a week away on. */
export function dayText(date: CivilDate, today: CivilDate): string {
	const isNear = dayNumber(date) - dayNumber(today) < 7;
	return isNear
		? formatDayOfMonth(date)
		: `${formatDayOfMonth(date)} de ${monthName(datePartsOf(date).month)}`;
}
