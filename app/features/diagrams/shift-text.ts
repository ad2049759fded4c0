import { type Diagram, type ShiftHours, type ShiftLetter, shiftNames } from "./cycle";

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

/** Formats the hours of a shift as "06–14" or "06:30–14:30"; empty for a shift without hours. */
export function shortHours(hours: ShiftHours | undefined): string {
	return hours ? hours.map(withoutZeroMinutes).join("–") : "";
}

/** Formats the hours of a shift as "06 a 14"; empty for a shift without hours. */
export function spokenHours(hours: ShiftHours | undefined): string {
	return hours ? hours.map(withoutZeroMinutes).join(" a ") : "";
}

/** Shortens a full hour: "06:00" becomes "06". */
export function withoutZeroMinutes(time: string): string {
	return time.endsWith(":00") ? time.slice(0, 2) : time;
}
