import { crewsOf, type Diagram, type ShiftLetter, shiftOn, workLettersOf } from "~/features/diagrams/cycle";
import { spokenHours } from "~/features/diagrams/shift-text";
import { shiftTimeOf } from "~/features/diagrams/working-time";
import type { PaidExtra } from "~/features/law/paid-parts";
import { BY_DIAGRAM } from "~/features/law/rest";
import type { CivilDate } from "~/lib/time/civil-date";
import { formatClock } from "~/lib/time/minutes";

export type ExtraStart = Pick<PaidExtra, "startMinute" | "isStartProposed">;
type StartedExtra = Pick<PaidExtra, "date" | "shift"> & ExtraStart;

/**
 * Determines the start of an entry: the typed time, otherwise the proposed time stored for the same date and shift,
 * otherwise the start of the shift by the diagram. The stored time takes precedence over the diagram, so that a
 * changed diagram does not change the entry.
 * @param stored the entry before the edit
 */
export function startOf(
	extra: { date: CivilDate; shift: string; startMinute?: number },
	diagram: Diagram | undefined,
	stored?: StartedExtra,
): ExtraStart {
	if (extra.startMinute !== undefined) return { startMinute: extra.startMinute, isStartProposed: false };
	if (stored?.isStartProposed && stored.date === extra.date && stored.shift === extra.shift) {
		return { startMinute: stored.startMinute, isStartProposed: true };
	}
	const letter = diagram && letterOf(extra, diagram);
	const startMinute = (diagram && letter && shiftTimeOf(diagram, letter)?.startMinute) ?? null;
	return { startMinute, isStartProposed: startMinute !== null };
}

/**
 * Returns the shift that an entry's letter stands for: the shift with this letter or, if it is the letter of a crew,
 * that crew's shift on the date.
 */
function letterOf(extra: { date: CivilDate; shift: string }, diagram: Diagram): ShiftLetter | undefined {
	const letter = workLettersOf(diagram).find((each) => each === extra.shift);
	const crew = crewsOf(diagram).find((each) => each === extra.shift);
	// A crew's shift depends on the diagram's anchor date (first day of crew A's cycle). Until an operator has
	// confirmed this date, the crew's shift is unknown.
	if (letter || !crew || !diagram.anchorConfirmed) return letter;
	return shiftOn(diagram, crew, extra.date);
}

/**
 * Hint under the start time field: its purpose and, with a diagram or a stored proposal, what an empty field means.
 * @param stored the entry before the edit
 */
export function startHint(diagram: Diagram | undefined, stored?: StartedExtra): string {
	const use = "Con ella separamos el 50, el 100 y la noche.";
	if (stored?.isStartProposed && stored.startMinute !== null) {
		return `${use} Vacía, sigue la de ${formatClock(stored.startMinute)}, ${BY_DIAGRAM}.`;
	}
	if (!diagram) return use;
	const hours = workLettersOf(diagram).map((letter) => `${letter} ${spokenHours(diagram.hours[letter])}`);
	return `${use} Vacía, tomamos la del turno ${BY_DIAGRAM}: ${hours.join(", ")}.`;
}
