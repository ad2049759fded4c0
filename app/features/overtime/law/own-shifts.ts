import type { Diagram, ShiftLetter } from "~/features/diagrams/cycle";
import { type DatedRotation, entryOn, rotationOn } from "~/features/shift/own-calendar";
import { letterOn } from "~/features/shift/rotation";
import { type CivilDate, formatShortDate, parseCivilDate, weekdayName } from "~/lib/time/civil-date";

/** The shift diagrams and crews that a user had, oldest first. */
export type OwnShifts = readonly DatedRotation[];

/** The shift diagram that the user had on a date, even without a crew; undefined without a diagram. */
export function diagramOn(own: OwnShifts, date: CivilDate): Diagram | undefined {
	return entryOn(own, date)?.diagram;
}

/** The user's shift letter on a day, F for a day off; undefined when the shift diagram or the crew is missing. */
export function ownShiftOn(own: OwnShifts, date: CivilDate): ShiftLetter | undefined {
	const rotation = rotationOn(own, date);
	return rotation && letterOn(rotation, date);
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
	const doubt = diagramOn(own, date)?.anchorConfirmed ? "" : " (diagrama sin confirmar por tu planta)";
	return `El ${weekdayName(date)} ${formatShortDate(date)} tu escuadra está de ${shift}${doubt}.`;
}
