/** When an entry starts: as typed, by the diagram, or beside the worker's own shift: after it, before it, or with it. */
import { crewsOf, type Diagram, type ShiftLetter, shiftOn, workLettersOf } from "~/features/diagrams/cycle";
import { spokenHours } from "~/features/diagrams/shift-text";
import { type ShiftTime, shiftTimeOf } from "~/features/diagrams/working-time";
import type { Extra } from "~/features/extras/rows/extras.server";
import { type OwnPlace, ownPlaces } from "~/features/extras/shift-letter";
import type { PaidExtra } from "~/features/law/paid-parts";
import { BY_DIAGRAM } from "~/features/law/rest";
import { dayOf, diagramOn, type OwnCalendar } from "~/features/shift/own-calendar";
import { addDays, type CivilDate, modulo } from "~/lib/time/civil-date";
import { formatClock } from "~/lib/time/minutes";
import { DAY_MINUTES } from "~/lib/units/durations";

/**
 * Returns the worker's own shifts that an entry of a date may adjoin. `after`: the shift that ends on the date (a night
 * shift began the day before) or, without one, the shift that begins on the date. `before`, `own`: the shift that begins
 * on the date. All times are minutes since midnight of the date.
 */
export function ownShiftsOn(calendar: OwnCalendar, date: CivilDate): Partial<Record<OwnPlace, ShiftTime>> {
	const own = dayOf(calendar, date).time;
	const last = dayOf(calendar, addDays(date, -1)).time;
	const before = last && {
		...last,
		startMinute: last.startMinute - DAY_MINUTES,
		endMinute: last.endMinute - DAY_MINUTES,
	};
	const ended = [own, before].find(
		(shift) => shift && shift.endMinute >= 0 && shift.endMinute <= DAY_MINUTES,
	);
	return { after: ended ?? own, before: own, own };
}

/**
 * Computes date, shift letter and start of an entry beside the worker's own shift. The date may be a neighbouring day:
 * who enters eight hours before a shift that begins at 6:00 begins the evening before.
 * @param typed `startMinute`: the start that the worker typed, which takes precedence over the diagram
 * @returns undefined if the worker has no such shift on the date
 */
export function placedBeside(
	place: OwnPlace,
	typed: { date: CivilDate; minutes: number; startMinute?: number },
	calendar: OwnCalendar,
) {
	const own = ownShiftsOn(calendar, typed.date)[place];
	if (!own) return undefined;
	const proposed = { after: own.endMinute, before: own.startMinute - typed.minutes, own: own.startMinute }[
		place
	];
	const minute = typed.startMinute === undefined ? proposed : nearest(typed.startMinute, proposed);
	const date = addDays(typed.date, Math.floor(minute / DAY_MINUTES));
	const startMinute = modulo(minute, DAY_MINUTES);
	const beside = place === "before" ? own.startMinute - 1 : own.endMinute;
	const diagram = diagramOn(calendar.rotations, typed.date);
	return {
		date,
		shift: place === "own" ? own.letter : letterAt(modulo(beside, DAY_MINUTES), diagram),
		start: { startMinute, isStartProposed: typed.startMinute === undefined },
	};
}

/**
 * Returns how a stored entry lies beside the worker's own shift, and the date that the form shows for it; undefined if
 * it does not lie beside it, or if the worker typed its start.
 */
export function placeOf(
	{ date, shift, minutes, startMinute, isStartProposed }: Extra,
	calendar: OwnCalendar,
): { date: CivilDate; shift: OwnPlace } | undefined {
	if (!isStartProposed) return undefined;
	for (const shown of [date, addDays(date, 1), addDays(date, -1)]) {
		const place = ownPlaces.find((each) => {
			const placed = placedBeside(each, { date: shown, minutes }, calendar);
			return placed?.date === date && placed.shift === shift && placed.start.startMinute === startMinute;
		});
		if (place) return { date: shown, shift: place };
	}
	return undefined;
}

/** Returns the minute of the typed time of day on the day on which it is nearest to `proposed`. */
function nearest(clock: number, proposed: number): number {
	const day = Math.round((proposed - clock) / DAY_MINUTES);
	return clock + day * DAY_MINUTES;
}

/** The usual shifts, for hours in which nobody of the diagram works; what is in none of them is night. */
const USUAL = { hours: { M: ["06:00", "14:00"], T: ["14:00", "22:00"] } } as const;

/** Returns the letter of the shift that is worked at a minute of the day. */
function letterAt(minute: number, diagram: Diagram | undefined): string {
	const times = [
		...(diagram ? workLettersOf(diagram).map((letter) => shiftTimeOf(diagram, letter)) : []),
		...(["M", "T"] as const).map((letter) => shiftTimeOf(USUAL, letter)),
	];
	const worked = times.find(
		(time) => time && modulo(minute - time.startMinute, DAY_MINUTES) < time.endMinute - time.startMinute,
	);
	return worked?.letter ?? "N";
}

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
