import { shiftLetters } from "~/features/diagrams/cycle";
import { shiftText } from "~/features/diagrams/shift-text";

/** What a screen reader reads of the choice "T 14–22": "Turno tarde, 14 a 22"; undefined if it is no shift's letter. */
export function spokenShift({ label, note }: { label: string; note?: string }): string | undefined {
	const letter = shiftLetters.find((each) => each === label);
	return letter && [shiftText(letter), note?.replace("–", " a ")].filter(Boolean).join(", ");
}
