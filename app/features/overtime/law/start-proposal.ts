/** Proposes a start time for an overtime entry: the start of the shift in the worker's shift diagram. */
import { crewsOf, type Diagram, shiftOn, type WorkLetter, workLettersOf } from "~/features/diagrams/cycle";
import { spokenHours } from "~/features/diagrams/shift-hours";
import { BY_DIAGRAM, clockToMinute, formatClock } from "~/features/overtime/minutes";
import type { CivilDate } from "~/lib/time/civil-date";

export interface ExtraStart {
	/** Start time in minutes since midnight; null when unknown. */
	startMinute: number | null;
	/** Whether the start time was proposed from the shift diagram instead of typed by the worker. */
	isStartProposed: boolean;
}

interface StartedExtra extends ExtraStart {
	date: CivilDate;
	shift: string;
}

/**
 * The start time of an overtime entry: the typed time, else the proposal stored for the same date and shift, else
 * the start of the shift in the shift diagram. The stored proposal takes precedence over the shift diagram, so that a
 * changed shift diagram does not silently change the entry.
 * @param stored the overtime entry before the edit
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
	const startMinute = clockToMinute((letter && diagram?.hours[letter]?.[0]) ?? "") ?? null;
	return { startMinute, isStartProposed: startMinute !== null };
}

/**
 * The shift to which the letter of an overtime entry refers. The letter names the shift itself, or else a crew, which
 * stands for the crew's shift on the entry's date.
 */
function letterOf(extra: { date: CivilDate; shift: string }, diagram: Diagram): WorkLetter | undefined {
	const letter = workLettersOf(diagram).find((each) => each === extra.shift);
	const crew = crewsOf(diagram).find((each) => each === extra.shift);
	// Until a server operator confirms the anchor date (first day of crew A's cycle), the shifts of each crew are
	// unknown.
	if (letter || !crew || !diagram.anchorConfirmed) return letter;
	const shift = shiftOn(diagram, crew, extra.date);
	return shift === "F" ? undefined : shift;
}

/**
 * The hint under the start time field: the purpose of the field, and the effect of leaving the field empty.
 * @param stored the overtime entry before the edit
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
