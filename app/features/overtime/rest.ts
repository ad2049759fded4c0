/** The rest between an extra and the next shift of the diagram. Pure. */
import { type CrewLetter, type Diagram, shiftOn } from "~/features/diagrams/cycle";
import { addDays, dayNumber } from "~/lib/civil-date";
import type { ExtraTime } from "./classify";
import { formatHours, parseClock } from "./hours";

const DAY_MIN = 24 * 60;
/** LCT art. 197: between the end of a day of work and the beginning of the next one. */
const REST_MIN = 12 * 60;
/** No extra is longer than 16 h, so that the shift after it begins within these days. */
const DAYS_AHEAD = 3;

/** "Hasta tu próximo turno (T, 14:00) quedan 8 h; la ley pide 12." when it is so; undefined without a start time. */
export function restWarning(diagram: Diagram, crew: CrewLetter, extra: ExtraTime): string | undefined {
	if (extra.startMinute === null) return undefined;
	const end = dayNumber(extra.date) * DAY_MIN + extra.startMinute + extra.minutes;
	for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
		const date = addDays(extra.date, ahead);
		const letter = shiftOn(diagram, crew, date);
		const from = letter === "F" ? undefined : diagram.hours[letter]?.[0];
		const clock = from === undefined ? undefined : parseClock(from);
		if (clock === undefined) continue;
		const rest = dayNumber(date) * DAY_MIN + clock - end;
		if (rest < 0) continue;
		if (rest >= REST_MIN) return undefined;
		return `Hasta tu próximo turno (${letter}, ${from}) quedan ${formatHours(rest)} h. La ley pide 12 (LCT art. 197).`;
	}
	return undefined;
}
