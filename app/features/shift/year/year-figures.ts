/** What a year brings a worker: shifts, days off, hours and nights. Plain data, without texts. */
import type { Diagram, ShiftLetter } from "~/features/diagrams/cycle";
import type { Holiday, HolidayKind } from "~/features/holidays/holiday-rule";
import { nightMinutes } from "~/features/overtime/law/classify";
import { type HolidayAnswer, holidayAnswer } from "~/features/shift/answers";
import { type CalendarDay, dayOf, entryOn, type OwnCalendar } from "~/features/shift/own-calendar";
import { isAbsence } from "~/features/shift/own-day";
import { DAY_MINUTES } from "~/features/shift/rotation";
import { addDays, type CivilDate, civilDate, dayNumber, weekdayOf } from "~/lib/time/civil-date";

const WEEK_DAYS = 7;
const SATURDAY = 6;
const SUNDAY = 7;

/** Every shift counts with all its minutes on the day on which it starts, also the last night of the year. */
export interface YearFigures {
	/** Number of days of the year on which the worker's shift is known: usually all. */
	days: number;
	/** Number of days with each letter, without absences; a letter without days is missing. */
	letters: Partial<Record<ShiftLetter, number>>;
	/** Number of days with vacation, leave or another absence, also where the diagram has a day off. */
	absences: number;
	freeSaturdays: number;
	freeSundays: number;
	/** Saturdays of the year without a shift, when the Sunday after has none either. */
	freeWeekends: number;
	/** How many of `freeWeekends` begin with the end of Friday's shift on Saturday morning. */
	freeWeekendsAfterNight: number;
	workMinutes: number;
	/** The working time between the start and the end of the night hours (LCT art. 200). */
	nightMinutes: number;
	/** The first of the weeks with the most working time, among all weeks from Monday with a day in the year. */
	busiestWeek: { monday: CivilDate; minutes: number };
}

/** Counts a worker's year. */
export function figuresOf(calendar: OwnCalendar, year: number): YearFigures {
	const newYear = civilDate(year, 1, 1);
	const firstMonday = addDays(newYear, 1 - weekdayOf(newYear));
	// Whole weeks from Monday to Sunday, which may begin before the year and end after it.
	const weekCount = Math.ceil((dayNumber(civilDate(year + 1, 1, 1)) - dayNumber(firstMonday)) / WEEK_DAYS);
	const weeks = Array.from({ length: weekCount }, (_, week) =>
		Array.from({ length: WEEK_DAYS }, (_, day) =>
			dayOf(calendar, addDays(firstMonday, week * WEEK_DAYS + day)),
		),
	);
	const days = weeks.flat().filter(({ date, letter }) => letter !== undefined && date.startsWith(`${year}-`));
	const weekends = weeks.filter(
		([, , , , , saturday, sunday]) =>
			saturday?.letter === "F" && sunday?.letter === "F" && saturday.date.startsWith(`${year}-`),
	);
	return {
		days: days.length,
		letters: countLetters(days),
		absences: days.filter(({ ownDay }) => isAbsence(ownDay)).length,
		freeSaturdays: countFree(days, SATURDAY),
		freeSundays: countFree(days, SUNDAY),
		freeWeekends: weekends.length,
		freeWeekendsAfterNight: weekends.filter(([, , , , friday]) => friday && endsNextDay(friday)).length,
		workMinutes: sum(days.map(workMinutesOf)),
		nightMinutes: sum(days.map(nightMinutesOf)),
		busiestWeek: weeks
			.map((week) => ({ monday: week[0]?.date ?? newYear, minutes: sum(week.map(workMinutesOf)) }))
			.reduce((most, week) => (week.minutes > most.minutes ? week : most)),
	};
}

/** The diagram of all days of a year on which the shift is known; undefined when there were several, or none. */
export function diagramOfYear({ rotations }: OwnCalendar, year: number): Diagram | undefined {
	const changes = rotations.filter(({ since }) => since.startsWith(`${year}-`));
	const diagrams = [entryOn(rotations, civilDate(year, 1, 1)), ...changes].flatMap(
		(entry) => entry?.rotation?.diagram ?? [],
	);
	return diagrams.every(({ id }) => id === diagrams[0]?.id) ? diagrams[0] : undefined;
}

export type HolidayOfYear = HolidayAnswer & { kind: HolidayKind };

/** Whether and how the worker works on each holiday. A holiday on which the shift is unknown is left out. */
export function holidaysOf(calendar: OwnCalendar, holidays: readonly Holiday[]): HolidayOfYear[] {
	return holidays.flatMap((holiday) => {
		const { date, letter, ownDay } = dayOf(calendar, holiday.date);
		const afterNight = endsNextDay(dayOf(calendar, addDays(holiday.date, -1)));
		if (!letter) return [];
		return [{ ...holidayAnswer(holiday, { date, letter, ownDay }, afterNight), kind: holiday.kind }];
	});
}

/** The public holidays (`feriados`) of a year. */
export interface HolidayCount {
	/** Number of days with a public holiday. */
	all: number;
	/** On how many of these days any part of a shift falls. */
	worked: number;
	/** Whether all are confirmed: otherwise both numbers may change. */
	areConfirmed: boolean;
}

/** Counts the public holidays of a year and those that are worked. */
export function countHolidays(holidays: readonly HolidayOfYear[]): HolidayCount {
	const feriados = holidays.filter(({ kind }) => kind === "feriado");
	// Two holidays may fall on one day.
	const datesIn = (some: readonly HolidayOfYear[]) => new Set(some.map(({ date }) => date)).size;
	return {
		all: datesIn(feriados),
		worked: datesIn(feriados.filter(({ works }) => works)),
		areConfirmed: feriados.every(({ confirmed }) => confirmed),
	};
}

function countLetters(days: readonly CalendarDay[]): YearFigures["letters"] {
	const letters: YearFigures["letters"] = {};
	for (const day of days)
		if (day.letter && !isAbsence(day.ownDay)) letters[day.letter] = (letters[day.letter] ?? 0) + 1;
	return letters;
}

function countFree(days: readonly CalendarDay[], weekday: number): number {
	return days.filter(({ date, letter }) => letter === "F" && weekdayOf(date) === weekday).length;
}

function endsNextDay({ time }: CalendarDay): boolean {
	return time !== undefined && time.endMinute > DAY_MINUTES;
}

function workMinutesOf({ time }: CalendarDay): number {
	return time ? time.endMinute - time.startMinute : 0;
}

function nightMinutesOf({ date, time }: CalendarDay): number {
	return time ? nightMinutes(date, time.startMinute, time.endMinute - time.startMinute) : 0;
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
