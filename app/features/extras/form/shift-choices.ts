import { shiftLetters } from "~/features/diagrams/cycle";
import { shiftText as shiftName, shortHours } from "~/features/diagrams/shift-text";
import { shiftsOf } from "~/features/extras/shift-letter";
import {
	type CalendarDay,
	dayOf,
	diagramOn,
	isConfirmedOn,
	type OwnCalendar,
} from "~/features/shift/own-calendar";
import { ownDayFacts, replacesShift } from "~/features/shift/own-day";
import { capitalised } from "~/lib/capitalised";
import {
	addDays,
	type CivilDate,
	formatDayOfMonth,
	formatShortDate,
	modulo,
	weekdayName,
} from "~/lib/time/civil-date";
import { shortClock, withArticle } from "~/lib/time/minutes";
import { DAY_MINUTES } from "~/lib/units/durations";
import type { Choice } from "~/ui/forms/choice-field";
import { ownShiftsOn } from "./extra-start";

export type ShiftChoices = ReturnType<typeof shiftChoices>;

/**
 * Returns the shifts to choose from in the overtime form: first the places beside the worker's own shift, then the diagram's
 * other shifts in order of start time (without a diagram, the usual letters), last the own shift, which is worked as an
 * extra only on a holiday. `hint` names the worker's shifts; "" if none is known.
 * @param date the date in the form
 */
export function shiftChoices(calendar: OwnCalendar, today: CivilDate, date: CivilDate) {
	const diagram = diagramOn(calendar.rotations, date);
	const { after, before, own } = ownShiftsOn(calendar, date);
	const hours = new Map(Object.entries(diagram?.hours ?? {}));
	const noteOf = (letter: string) => shortHours(hours.get(letter));
	const choices: (Choice | undefined)[] = [
		before && {
			...NEAR,
			value: "before",
			label: "Entré antes",
			note: `hasta ${clock(before.startMinute, date)}`,
		},
		after && { ...NEAR, value: "after", label: "Me quedé", note: `desde ${clock(after.endMinute, date)}` },
		...shiftsOf(diagram)
			.filter((letter) => letter !== own?.letter)
			.map((letter) => ({ value: letter, label: letter, look: letter, note: noteOf(letter) })),
		own && {
			value: "own",
			label: own.letter,
			look: own.letter,
			note: `${noteOf(own.letter)} ¿Feriado en tu turno?`,
		},
	];
	const shifts: Choice[] = choices
		.filter((choice) => choice !== undefined)
		.map((choice) => ({ ...choice, spoken: spokenShift(choice) }));
	return { shifts, hint: hintOf(calendar, today, date) };
}

/** Marks what most extras are: it comes first, and large. */
const NEAR = { isLarge: true };

/** What a screen reader reads of the choice "T 14–22": "Turno tarde, 14 a 22"; undefined if it is no shift's letter. */
function spokenShift({ label, note }: Choice): string | undefined {
	const letter = shiftLetters.find((each) => each === label);
	return letter && [shiftName(letter), note?.replace("–", " a ")].filter(Boolean).join(", ");
}

/** Names a minute counted from midnight of `date`: "las 14", "las 6 del 24/11". */
function clock(minute: number, date: CivilDate): string {
	const time = withArticle(shortClock(modulo(minute, DAY_MINUTES)));
	const days = Math.floor(minute / DAY_MINUTES);
	const day = days === 0 ? "" : ` del ${formatDayOfMonth(addDays(date, days))}`;
	return `${time}${day}`;
}

function hintOf(calendar: OwnCalendar, today: CivilDate, date: CivilDate): string {
	const dates = [...new Set([today, addDays(today, -1), date])];
	const days = dates.map((each) => dayOf(calendar, each));
	const known = days.filter(({ letter }) => letter !== undefined);
	if (known.length === 0) return "";
	const told = known
		.map((day, index) => `${nameOf(day.date, today)} ${shiftText(day, index === 0)}`)
		.join(", ");
	const isConfirmed = known.every((day) => isConfirmedOn(calendar, day.date));
	return `${capitalised(told)}${isConfirmed ? "" : DOUBT}.`;
}

const DOUBT = " (sin confirmar)";

function nameOf(date: CivilDate, today: CivilDate): string {
	if (date === today) return "hoy";
	return date === addDays(today, -1) ? "ayer" : `el ${weekdayName(date)} ${formatShortDate(date)}`;
}

/**
 * The words that follow the name of a day in the hint: "tu turno es N" for the first day, "N" for the next days,
 * "franco", "vacaciones".
 */
function shiftText({ letter = "F", ownDay }: CalendarDay, isFirst: boolean): string {
	if (ownDay && replacesShift(ownDay)) return ownDayFacts[ownDay.kind].name.toLowerCase();
	if (letter === "F") return "franco";
	return isFirst ? `tu turno es ${letter}` : letter;
}
