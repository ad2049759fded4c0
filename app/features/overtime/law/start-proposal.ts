/** Proposes a start for an extra without a start time: the start of its shift in the person's diagram. Pure. */
import { crewsOf, type Diagram, shiftOn, type WorkLetter, workLettersOf } from "~/features/diagrams/cycle";
import { spokenHours } from "~/features/diagrams/shift-hours";
import { BY_DIAGRAM, clockToMinute, formatClock } from "~/features/overtime/minutes";
import type { CivilDate } from "~/lib/time/civil-date";

export interface ExtraStart {
	/** Minutes since midnight; null when unknown. */
	startMinute: number | null;
	/** Whether the start was proposed from the diagram instead of typed by the worker. */
	isStartProposed: boolean;
}

interface StartedExtra extends ExtraStart {
	date: CivilDate;
	shift: string;
}

/**
 * The start of an extra: the typed time. Without one, the proposal that was stored for this date and shift, so that a
 * change of diagram does not silently change the extra. Without a stored proposal, the start of its shift in the
 * diagram.
 * @param stored the extra before the edit
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
 * The shift that an extra's letter denotes: the letter of a shift, or the letter of a crew, which denotes that crew's
 * shift on the day.
 */
function letterOf(extra: { date: CivilDate; shift: string }, diagram: Diagram): WorkLetter | undefined {
	const letter = workLettersOf(diagram).find((each) => each === extra.shift);
	const crew = crewsOf(diagram).find((each) => each === extra.shift);
	// Without a confirmed anchor it is unknown on which days each crew works.
	if (letter || !crew || !diagram.anchorConfirmed) return letter;
	const shift = shiftOn(diagram, crew, extra.date);
	return shift === "F" ? undefined : shift;
}

/**
 * The hint under the start time: its purpose, and the effect of leaving it empty.
 * @param stored the extra before the edit
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
