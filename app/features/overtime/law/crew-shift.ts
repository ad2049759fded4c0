import { crewsOf, type Diagram, shiftOn } from "~/features/diagrams/cycle";
import { type CivilDate, formatShortDate, parseCivilDate, weekdayName } from "~/lib/time/civil-date";

/** The letter that a person's crew works on a day; undefined on a day off, and without a diagram or a crew. */
export function crewShiftOn(
	diagram: Diagram | undefined,
	crew: string | null,
	date: CivilDate,
): string | undefined {
	const letter = diagram && crewsOf(diagram).find((each) => each === crew);
	const shift = diagram && letter && shiftOn(diagram, letter, date);
	return shift === "F" ? undefined : shift;
}

/**
 * "El sábado 21/11/2026 tu escuadra está de N.": the day is named, since the one in the form may be changed afterwards.
 * @param date as it was typed; nothing is said of one that is none
 */
export function crewShiftText(
	diagram: Diagram | undefined,
	crew: string | null,
	date: string | undefined,
): string | undefined {
	const day = parseCivilDate(date ?? "");
	const shift = day && crewShiftOn(diagram, crew, day);
	if (!day || !shift) return undefined;
	const doubt = diagram?.anchorConfirmed ? "" : " (diagrama sin confirmar por tu planta)";
	return `El ${weekdayName(day)} ${formatShortDate(day)} tu escuadra está de ${shift}${doubt}.`;
}
