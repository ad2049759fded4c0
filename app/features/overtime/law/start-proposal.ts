/** The start of an extra whose time was left empty: that of its shift in the person's diagram. Pure. */
import { crewsOf, type Diagram, shiftOn, type WorkLetter, workLettersOf } from "~/features/diagrams/cycle";
import { spokenHours } from "~/features/diagrams/shift-hours";
import { BY_DIAGRAM, clockToMinute, formatClock } from "~/features/overtime/minutes";
import type { CivilDate } from "~/lib/time/civil-date";

/** When an extra starts, and whether that is only the diagram's proposal. */
export interface ExtraStart {
	/** Minutes since midnight; null when it is not known. */
	startMinute: number | null;
	isStartProposed: boolean;
}

interface StartedExtra extends ExtraStart {
	date: CivilDate;
	shift: string;
}

/**
 * The start of an extra: the given one; else the one that was proposed when it was saved before, so that another
 * diagram changes nothing silently; else the one of its shift in the diagram, if it has that letter.
 * @param stored the extra before it was edited
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

/** The shift that an extra's letter means: one of the diagram, or what the crew of that letter works on that day. */
function letterOf(extra: { date: CivilDate; shift: string }, diagram: Diagram): WorkLetter | undefined {
	const letter = workLettersOf(diagram).find((each) => each === extra.shift);
	const crew = crewsOf(diagram).find((each) => each === extra.shift);
	// Which crew works when is only known where the plant has said where its cycle begins.
	if (letter || !crew || !diagram.anchorConfirmed) return letter;
	const shift = shiftOn(diagram, crew, extra.date);
	return shift === "F" ? undefined : shift;
}

/**
 * Under the field of the start time: what it is for, and what is taken when it is left empty.
 * @param stored the extra that is edited
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
