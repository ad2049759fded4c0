import { type ShiftLetter, shiftNames } from "./cycle";

/** Names a shift so that nobody reads it as a day: "Turno mañana", not "Mañana". A day off is "Franco". */
export function shiftText(letter: ShiftLetter): string {
	return letter === "F" ? shiftNames.F : `Turno ${shiftNames[letter].toLowerCase()}`;
}
