/** A worker's year in figures: shifts, days off, hours and nights. Contains no texts. */
import type { Diagram, ShiftLetter } from "~/features/diagrams/cycle";
import { minutesOf } from "~/features/diagrams/working-time";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { nightMinutes } from "~/features/law/day-parts";
import { type HolidayAnswer, holidayAnswer } from "~/features/shift/answers";
import {
	type CalendarDay,
	dayOf,
	diagramsIn,
	endsNextDay,
	type OwnCalendar,
} from "~/features/shift/own-calendar";
import { isAbsence } from "~/features/shift/own-day";
import {
	addDays,
	civilDate,
	consecutiveDays,
	dayNumber,
	SATURDAY,
	SUNDAY,
	weekdayOf,
} from "~/lib/time/civil-date";
import { WEEK_DAYS } from "~/lib/units/durations";

/** What `WorkYear` shows of a year. */
export function workYearOf(calendar: OwnCalendar, year: number, ofYear: readonly Holiday[]) {
	return {
		diagram: diagramOfYear(calendar, year),
		year,
		figures: figuresOf(calendar, year),
		holidays: holidaysOf(calendar, ofYear),
	};
}

/** Figures of a year. A shift counts wholly on its first day, even on the last night of the year. */
export function figuresOf(calendar: OwnCalendar, year: number) {
	const newYear = civilDate(year, 1, 1);
	const firstMonday = addDays(newYear, 1 - weekdayOf(newYear));
	// The first week may begin before the year, and the last week may end after the year.
	const weekCount = Math.ceil((dayNumber(civilDate(year + 1, 1, 1)) - dayNumber(firstMonday)) / WEEK_DAYS);
	const weeks = Array.from({ length: weekCount }, (_, week) =>
		consecutiveDays(addDays(firstMonday, week * WEEK_DAYS), WEEK_DAYS).map((date) => dayOf(calendar, date)),
	);
	const days = weeks.flat().filter(({ date, letter }) => letter !== undefined && date.startsWith(`${year}-`));
	const weekends = weeks.filter(
		([, , , , , saturday, sunday]) =>
			saturday?.letter === "F" && sunday?.letter === "F" && saturday.date.startsWith(`${year}-`),
	);
	return {
		/** Days for which the worker's shift is known. */
		days: days.length,
		letters: countLetters(days),
		absences: days.filter(({ ownDay }) => isAbsence(ownDay)).length,
		freeSaturdays: countFree(days, SATURDAY),
		freeSundays: countFree(days, SUNDAY),
		freeWeekends: weekends.length,
		/** Friday's shift ends on Saturday morning. */
		freeWeekendsAfterNight: weekends.filter(([, , , , friday]) => friday && endsNextDay(friday)).length,
		workMinutes: sum(days.map(({ time }) => minutesOf(time))),
		/** Minutes of work during the legal night hours (LCT art. 200). */
		nightMinutes: sum(days.map(nightMinutesOf)),
		/** The first of the weeks with the most work. */
		busiestWeek: weeks
			.map((week) => ({
				monday: week[0]?.date ?? newYear,
				minutes: sum(week.map(({ time }) => minutesOf(time))),
			}))
			.reduce((most, week) => (week.minutes > most.minutes ? week : most)),
	};
}

export type YearFigures = ReturnType<typeof figuresOf>;

/** The year's only diagram; undefined if there were several or none. */
function diagramOfYear(calendar: OwnCalendar, year: number): Diagram | undefined {
	const [diagram, ...others] = diagramsIn(calendar, civilDate(year, 1, 1), civilDate(year, 12, 31));
	return others.length === 0 ? diagram : undefined;
}

/** Returns the holidays with the worker's shift. Leaves out holidays on which the shift is unknown. */
export function holidaysOf(calendar: OwnCalendar, holidays: readonly Holiday[]): HolidayAnswer[] {
	return holidays
		.filter(({ date }) => dayOf(calendar, date).letter)
		.map((holiday) => holidayAnswer(calendar, holiday));
}

/** Counts the public holidays (feriados) of a year, and those on which the worker works at least a part of a shift. */
export function countHolidays(holidays: readonly HolidayAnswer[]) {
	const feriados = holidays.filter(({ kind }) => kind === "feriado");
	const all = datesOf(feriados).length;
	const unconfirmed = datesOf(feriados.filter(({ confirmed }) => !confirmed)).length;
	return {
		all,
		worked: datesOf(feriados.filter(({ works }) => works)).length,
		/** " (hay 4 a confirmar)", " (a confirmar)" for a single holiday; "" if all are confirmed. */
		toConfirm: unconfirmed === 0 ? "" : all === 1 ? " (a confirmar)" : ` (hay ${unconfirmed} a confirmar)`,
	};
}

/** The dates of some holidays, each once: two holidays may fall on one date. */
export function datesOf(holidays: readonly HolidayAnswer[]) {
	return Array.from(new Set(holidays.map(({ date }) => date)));
}

/** Counts the days with each letter, without days of absence, even if they are days off in the diagram. */
function countLetters(days: readonly CalendarDay[]) {
	const letters: Partial<Record<ShiftLetter, number>> = {};
	for (const day of days)
		if (day.letter && !isAbsence(day.ownDay)) letters[day.letter] = (letters[day.letter] ?? 0) + 1;
	return letters;
}

function countFree(days: readonly CalendarDay[], weekday: number): number {
	return days.filter(({ date, letter }) => letter === "F" && weekdayOf(date) === weekday).length;
}

function nightMinutesOf({ date, time }: CalendarDay): number {
	return time ? nightMinutes(date, time.startMinute, minutesOf(time)) : 0;
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
