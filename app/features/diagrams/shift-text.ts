import { type Diagram, type ShiftLetter, shiftNames } from "./cycle";
import { spokenHours } from "./shift-hours";

/** Names a shift: "Turno mañana" ("mañana" alone also means tomorrow). A day off is "Franco". */
export function shiftText(letter: ShiftLetter): string {
	return letter === "F" ? shiftNames.F : `Turno ${shiftNames[letter].toLowerCase()}`;
}

/** Names a shift with its hours: "Turno mañana, 06 a 14". A day off is "Franco". */
export function shiftWithHours({ hours }: Pick<Diagram, "hours">, letter: ShiftLetter): string {
	if (letter === "F") return shiftText(letter);
	// No-break spaces keep the start and the end of the shift on one line.
	return `${shiftText(letter)}, ${spokenHours(hours[letter]).replaceAll(" ", "\u00a0")}`;
}
