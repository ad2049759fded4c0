/**
 * Words on the tile of "Hoy": the shift of the moment, and what comes next. A day is named, never "mañana": after
 * midnight, on the night shift, that may mean today, the next day, the morning or the shift.
 */
import { type Diagram, type ShiftLetter, shiftNames, type WorkLetter } from "~/features/diagrams/cycle";
import { shiftText, spokenHours, withoutZeroMinutes } from "~/features/diagrams/shift-text";
import { type CivilDate, formatDayOfMonth } from "~/lib/time/civil-date";
import { withArticle } from "~/lib/time/minutes";
import type { DayAnswer, ShiftAnswers } from "../answers";
import { dayText, durationText, remains, shortDay } from "../now-text";
import { type OwnDay, ownDayFacts, replacesShift } from "../own-day";
import { SPOKEN_MINUTES } from "../shift-clock";

interface Tile {
	/** Letter whose colours the tile has; "own" for vacation, leave and the like. */
	colour: ShiftLetter | "own";
	mark: string;
	name: string;
	/** Hours of the shift, or the last day off. */
	hours?: string;
	/** The day that the tile is about. */
	when: string;
	/** Percentage of the running shift that is over. */
	done?: number;
	/** Time that is left, until the shift begins or until the return to work. */
	left?: string;
	/** What follows, beside `left`. */
	next?: string;
}

/**
 * @param isOwn whether the reader has these shifts. Otherwise the words are about a crew, and do not count minutes, so
 *   that a page for everybody stays the same until a shift begins or ends.
 */
export function tileOf(diagram: Diagram, answers: ShiftAnswers, isOwn: boolean): Tile {
	const { today, now } = answers;
	if (now) return runningTile(diagram, answers, now, isOwn);
	const { letter } = today;
	return letter === "F" ? dayOffTile(diagram, answers, isOwn) : shiftTile(diagram, answers, letter, isOwn);
}

function runningTile(
	diagram: Diagram,
	answers: ShiftAnswers,
	now: NonNullable<ShiftAnswers["now"]>,
	isOwn: boolean,
): Tile {
	const { today } = answers;
	const { date, letter, startsAt, endsAt, minutes, minutesLeft } = now;
	return {
		...namesOf(diagram, letter),
		// The diagram may have changed since last night.
		hours: spokenHours([startsAt, endsAt]),
		when: date === today.date ? dayName(answers) : `${shiftNames[letter]} del ${formatDayOfMonth(date)}`,
		done: isOwn ? Math.round((1 - minutesLeft / minutes) * 100) : undefined,
		left: isOwn ? `Te ${remains(minutesLeft)} ${durationText(minutesLeft)}` : `Hasta ${timeText(endsAt)}`,
		next: date === today.date ? undefined : afterNightText(diagram, today, isOwn),
	};
}

/** Says what today brings when yesterday's shift has ended. */
function afterNightText(diagram: Diagram, today: DayAnswer, isOwn: boolean): string {
	if (today.letter === "F") return `Al salir, ${nameOfDayOff(today.ownDay).toLowerCase()}`;
	const [start] = diagram.hours[today.letter] ?? [];
	return `${isOwn ? "Volvés" : "Vuelve"} ${start ? `a ${timeText(start)}` : "hoy"}`;
}

function dayOffTile(diagram: Diagram, answers: ShiftAnswers, isOwn: boolean): Tile {
	const { today, daysOff, returnToWork, nextStart } = answers;
	const { ownDay } = today;
	// Days off around a leave have several names, so the tile does not say until when this one lasts. In a swap, the other
	// crew may work on the next day.
	const last =
		ownDay && replacesShift(ownDay) ? ownDay.lastDay : daysOff?.hasAbsence ? undefined : daysOff?.last;
	const isNear = isOwn && nextStart && nextStart.minutesUntil <= SPOKEN_MINUTES;
	return {
		colour: ownDay ? "own" : "F",
		mark: (ownDay && ownDayFacts[ownDay.kind].tag) ?? "F",
		name: nameOfDayOff(ownDay),
		hours: last && (last === today.date ? "solo hoy" : `hasta el ${shortDay(last, today.date)}`),
		when: dayName(answers),
		left: returnToWork && `${isOwn ? "Volvés" : "Vuelve"} ${returnText(diagram, returnToWork, today.date)}`,
		next: isNear ? `en ${durationText(nextStart.minutesUntil)}` : undefined,
	};
}

function returnText(diagram: Diagram, { date, letter }: DayAnswer, today: CivilDate): string {
	return `el ${dayText(date, today)}, ${namesOf(diagram, letter).hours}`;
}

/** The tile of a working day before or after the shift. */
function shiftTile(diagram: Diagram, answers: ShiftAnswers, letter: WorkLetter, isOwn: boolean): Tile {
	const { today, tomorrow, nextStart } = answers;
	const [start, end] = diagram.hours[letter] ?? [];
	const tile = { ...namesOf(diagram, letter), when: dayName(answers) };
	if (!start || !end || !nextStart) return tile;
	const isNear = nextStart.minutesUntil <= SPOKEN_MINUTES;
	const countdown = isOwn && isNear ? `Entrás en ${durationText(nextStart.minutesUntil)}` : undefined;
	if (nextStart.date === today.date) return { ...tile, left: countdown ?? `Entra a ${timeText(start)}` };
	return {
		...tile,
		left: `Terminó a ${timeText(end)}`,
		next:
			tomorrow.letter === "F"
				? `El ${dayText(tomorrow.date, today.date)}, ${nameOfDayOff(tomorrow.ownDay).toLowerCase()}`
				: countdown,
	};
}

/** A time within a sentence: "las 06". */
function timeText(time: string): string {
	return withArticle(withoutZeroMinutes(time));
}

function namesOf(diagram: Diagram, letter: ShiftLetter) {
	return {
		colour: letter,
		mark: letter,
		name: shiftText(letter),
		hours: spokenHours(letter === "F" ? undefined : diagram.hours[letter]),
	};
}

function dayName({ today, week }: ShiftAnswers): string {
	return `Hoy, ${formatDayOfMonth(today.date)}${week[0]?.holiday === "feriado" ? ", feriado" : ""}`;
}

function nameOfDayOff(ownDay: OwnDay | undefined): string {
	return ownDay && replacesShift(ownDay) ? ownDayFacts[ownDay.kind].name : shiftText("F");
}
