/** A worker's year in figures: shifts, days off, hours and nights. Contains no texts. */
import type { Diagram, ShiftLetter } from "~/features/diagrams/cycle";
import type { Holiday, HolidayKind } from "~/features/holidays/holiday-rule";
import { nightMinutes } from "~/features/law/day-parts";
import { type HolidayAnswer, holidayAnswer } from "~/features/shift/answers";
import { type CalendarDay, dayOf, entryOn, type OwnCalendar } from "~/features/shift/own-calendar";
import { isAbsence } from "~/features/shift/own-day";
import { addDays, type CivilDate, civilDate, dayNumber, weekdayOf } from "~/lib/time/civil-date";
import { DAY_MINUTES } from "~/lib/units/durations";

const WEEK_DAYS = 7;
const SATURDAY = 6;
const SUNDAY = 7;

/** Figures of a year. A shift counts wholly on its first day, even on the last night of the year. */
export interface YearFigures {
	/** Number of days for which the worker's shift is known. */
	days: number;
	/** Number of days with each letter. Days of absence count only in `absences`. */
	letters: Partial<Record<ShiftLetter, number>>;
	/** Number of days with vacation, leave or another absence, even if they are days off in the diagram. */
	absences: number;
	freeSaturdays: number;
	freeSundays: number;
	/** Number of weekends with no shift on Saturday and none on Sunday. The Saturday must be in the year. */
	freeWeekends: number;
	/** Number of `freeWeekends` that begin with the end of a night shift: Friday's shift ends on Saturday morning. */
	freeWeekendsAfterNight: number;
	workMinutes: number;
	/** Minutes of work during the legal night hours (LCT art. 200). */
	nightMinutes: number;
	/** The first of the weeks (Monday to Sunday) with the most work. */
	busiestWeek: { monday: CivilDate; minutes: number };
}

export function figuresOf(calendar: OwnCalendar, year: number): YearFigures {
	const newYear = civilDate(year, 1, 1);
	const firstMonday = addDays(newYear, 1 - weekdayOf(newYear));
	// The first week may begin before the year, and the last week may end after the year.
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

/** The year's only diagram; undefined if there were several or none. */
export function diagramOfYear({ rotations }: OwnCalendar, year: number): Diagram | undefined {
	const changes = rotations.filter(({ since }) => since.startsWith(`${year}-`));
	const diagrams = [entryOn(rotations, civilDate(year, 1, 1)), ...changes].flatMap(
		(entry) => entry?.rotation?.diagram ?? [],
	);
	return diagrams.every(({ id }) => id === diagrams[0]?.id) ? diagrams[0] : undefined;
}

export type HolidayOfYear = HolidayAnswer & { kind: HolidayKind };

/** Returns the holidays with the worker's shift. Leaves out holidays on which the shift is unknown. */
export function holidaysOf(calendar: OwnCalendar, holidays: readonly Holiday[]): HolidayOfYear[] {
	return holidays.flatMap((holiday) => {
		const { date, letter, ownDay } = dayOf(calendar, holiday.date);
		const afterNight = endsNextDay(dayOf(calendar, addDays(holiday.date, -1)));
		if (!letter) return [];
		return [{ ...holidayAnswer(holiday, { date, letter, ownDay }, afterNight), kind: holiday.kind }];
	});
}

export interface HolidayCount {
	all: number;
	/** Number of holidays on which the worker works at least a part of a shift. */
	worked: number;
	/** Whether all holidays are confirmed. Otherwise the numbers may change. */
	areConfirmed: boolean;
}

/** Counts the public holidays (feriados) of a year, and those on which the worker works. */
export function countHolidays(holidays: readonly HolidayOfYear[]): HolidayCount {
	const feriados = holidays.filter(({ kind }) => kind === "feriado");
	// Counts dates, because two holidays may fall on one date.
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
