import { type CrewLetter, type Diagram, type ShiftLetter, shiftOn } from "~/features/diagrams/cycle";
import { type CivilDate, formatShortDate, parseCivilDate, weekdayName } from "~/lib/time/civil-date";

/** The diagram and the crew that a person has chosen in the profile, as far as they have. */
export interface OwnShifts {
	diagram?: Diagram;
	/** A crew of that diagram. */
	crew?: CrewLetter;
}

/** The person's shift on a day, F for a day off; undefined without a diagram or a crew. */
export function ownShiftOn({ diagram, crew }: OwnShifts, date: CivilDate): ShiftLetter | undefined {
	return diagram && crew && shiftOn(diagram, crew, date);
}

/**
 * "El sábado 21/11/2026 tu escuadra está de N.": it names the day, since the date in the form may change afterwards.
 * @param typedDate the text of the date field
 * @returns undefined on a day off, and for a text that is no date
 */
export function ownShiftText(own: OwnShifts, typedDate: string | undefined): string | undefined {
	const date = parseCivilDate(typedDate ?? "");
	const shift = date && ownShiftOn(own, date);
	if (!date || !shift || shift === "F") return undefined;
	const doubt = own.diagram?.anchorConfirmed ? "" : " (diagrama sin confirmar por tu planta)";
	return `El ${weekdayName(date)} ${formatShortDate(date)} tu escuadra está de ${shift}${doubt}.`;
}
