import { type CrewLetter, type Diagram, type ShiftLetter, shiftOn } from "~/features/diagrams/cycle";
import { type CivilDate, formatShortDate, parseCivilDate, weekdayName } from "~/lib/time/civil-date";

/** The shift diagram and crew from a user's profile. Either may be missing. */
export interface OwnShifts {
	diagram?: Diagram;
	crew?: CrewLetter;
}

/** The user's shift letter on a day, F for a day off; undefined when the shift diagram or the crew is missing. */
export function ownShiftOn({ diagram, crew }: OwnShifts, date: CivilDate): ShiftLetter | undefined {
	return diagram && crew && shiftOn(diagram, crew, date);
}

/**
 * Names the shift of the user's crew on a typed date. The text contains the date, because the text stays when the
 * user types another date.
 * @param typedDate content of the date field
 * @returns undefined on a day off and for an invalid date
 */
export function ownShiftText(own: OwnShifts, typedDate: string | undefined): string | undefined {
	const date = parseCivilDate(typedDate ?? "");
	const shift = date && ownShiftOn(own, date);
	if (!date || !shift || shift === "F") return undefined;
	const doubt = own.diagram?.anchorConfirmed ? "" : " (diagrama sin confirmar por tu planta)";
	return `El ${weekdayName(date)} ${formatShortDate(date)} tu escuadra está de ${shift}${doubt}.`;
}
