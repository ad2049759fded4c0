import { workLettersOf } from "~/features/diagrams/cycle";
import { shortHours } from "~/features/diagrams/shift-hours";
import { isConfirmedOn } from "~/features/overtime/law/day-off";
import { type CalendarDay, dayOf, entryOn, type OwnCalendar } from "~/features/shift/own-calendar";
import { ownDayFacts } from "~/features/shift/own-day";
import { capitalised } from "~/lib/capitalised";
import { addDays, type CivilDate, formatShortDate, weekdayName } from "~/lib/time/civil-date";

export interface ShiftChoices {
	/**
	 * The diagram's shifts in order of start time (without a diagram, the usual letters), then further letters of `own`.
	 * `hours` such as "22–06"; empty if the diagram has none.
	 */
	shifts: { letter: string; hours: string }[];
	/** Letters of the worker's shifts today, yesterday and on the form's date, by date; "" without a shift. */
	own: Record<CivilDate, string>;
	/** Names the worker's shifts, or explains why no shift is proposed. */
	hint: string;
}

const USUAL_LETTERS = ["M", "T", "N", "D"];

/**
 * Returns the shifts to choose from in the overtime form, and the worker's own shifts.
 * @param calendar with the days that the worker entered (such as leave) for today, yesterday and `date`
 * @param date the date in the form
 */
export function shiftChoices(calendar: OwnCalendar, today: CivilDate, date: CivilDate): ShiftChoices {
	const dates = [...new Set([today, addDays(today, -1), date])];
	const days = dates.map((each) => dayOf(calendar, each));
	const own = Object.fromEntries(days.map((day) => [day.date, workLetterOf(day)]));
	const { diagram } = entryOn(calendar.rotations, date) ?? {};
	const letters = new Set<string>(diagram ? workLettersOf(diagram) : USUAL_LETTERS);
	// Adds the letters of the worker's own shifts. Yesterday, for example, the worker may have had another diagram, with
	// letters that the diagram of `date` lacks.
	for (const letter of Object.values(own)) if (letter) letters.add(letter);
	const hoursOf = new Map(Object.entries(diagram?.hours ?? {}));
	return {
		shifts: [...letters].map((letter) => ({ letter, hours: shortHours(hoursOf.get(letter)) })),
		own,
		hint: hintOf(days, calendar, today, date),
	};
}

function workLetterOf({ letter = "F" }: CalendarDay): string {
	return letter === "F" ? "" : letter;
}

function hintOf(
	days: readonly CalendarDay[],
	calendar: OwnCalendar,
	today: CivilDate,
	date: CivilDate,
): string {
	const known = days.filter(({ letter }) => letter !== undefined);
	if (known.length === 0) return UNKNOWN;
	const told = known
		.map((day, index) => `${nameOf(day.date, today)} ${shiftText(day, index === 0)}`)
		.join(", ");
	const fromDiagram = known.filter(({ ownDay }) => !ownDay || ownDay.kind === "cambio");
	const isConfirmed = fromDiagram.every((day) => isConfirmedOn(calendar, day.date));
	const asked = days.find((day) => day.date === date);
	const advice = asked && workLetterOf(asked) ? "" : " Elegí el turno que hiciste.";
	return `${capitalised(told)}${isConfirmed ? "" : DOUBT}.${advice}`;
}

const UNKNOWN = "No sabemos tu turno: elegí tu diagrama y tu escuadra en Mi Perfil.";
const DOUBT = " (diagrama sin confirmar por tu planta)";

function nameOf(date: CivilDate, today: CivilDate): string {
	if (date === today) return "hoy";
	return date === addDays(today, -1) ? "ayer" : `el ${weekdayName(date)} ${formatShortDate(date)}`;
}

/**
 * The words that follow the name of a day in the hint: "tu turno es N" for the first day, "N" for the next days,
 * "franco", "vacaciones".
 */
function shiftText({ letter = "F", ownDay }: CalendarDay, isFirst: boolean): string {
	if (ownDay && ownDay.kind !== "cambio") return ownDayFacts[ownDay.kind].name.toLowerCase();
	if (letter === "F") return "franco";
	return isFirst ? `tu turno es ${letter}` : letter;
}
