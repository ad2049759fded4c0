/** The answers of the page "Mi turno": what a worker has today, now and next. Plain data, without texts. */
import type { ShiftLetter } from "~/features/diagrams/cycle";
import { type Holiday, type HolidayKind, strongestKind } from "~/features/holidays/holiday-rule";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import {
	type DaysOff,
	daysOffAround,
	type FreeWeekend,
	hasAbsence,
	nextDayOff,
	nextFreeWeekend,
} from "./days-off";
import { nextWeek } from "./find-rotation";
import { type OwnDay, ownDayOn } from "./own-day";
import { nextRelief, type ReliefAnswer } from "./relief";
import { letterOn, type Rotation, startsAfterNight } from "./rotation";
import { type NextStart, nextStart, type PlantClock, type RunningShift, runningShift } from "./shift-clock";

type DatedHoliday = Pick<Holiday, "date" | "name" | "kind" | "confirmed">;

export interface ShiftAnswers {
	today: DayAnswer;
	tomorrow: DayAnswer;
	/** The shift that runs now, which may have started last night. */
	now?: RunningShift;
	/** The next start after now, whether or not a shift runs. */
	nextStart?: NextStart;
	/** The first day without work after today. */
	nextDayOff?: CivilDate;
	/** Whether the shift of the day before `nextDayOff` still runs on its morning. */
	nextDayOffAfterNight: boolean;
	/** The own day on `nextDayOff`, if any. */
	nextOwnDayOff?: OwnDay;
	/** The present block of days without work, when today is one of them. */
	daysOff?: DaysOff;
	/** The first day of work after the present block, when the worker is absent on any day of the block. */
	returnToWork?: DayAnswer;
	freeWeekend?: FreeWeekend;
	/** The next public holiday from today on. */
	holiday?: HolidayAnswer;
	/** Handing over at the shift that runs, else at the next shift. */
	relief?: ReliefAnswer;
	/** Seven days, beginning today. */
	week: WeekDay[];
}

export interface DayAnswer {
	date: CivilDate;
	/** The letter of the shift that starts on the date, or F. */
	letter: ShiftLetter;
	ownDay?: OwnDay;
}

export interface HolidayAnswer extends DayAnswer {
	name: string;
	confirmed: boolean;
	/** Whether the shift that starts on the eve still runs on the holiday, after midnight. */
	startsAfterNight: boolean;
	/** Whether any part of a shift falls on the holiday: a shift that starts on it, or the end of last night's. */
	works: boolean;
}

export interface WeekDay extends DayAnswer {
	/** The strongest kind of the day's holidays; undefined for a common day. */
	holiday?: HolidayKind;
}

/**
 * Answers what a worker asks at an instant on the factory's clock. Durations are differences of that clock's times,
 * in minutes, so they are an hour off around a change to or from summer time.
 * @param holidays of today and later, in any order; those of two years suffice
 */
export function answersAt(
	rotation: Rotation,
	clock: PlantClock,
	holidays: readonly DatedHoliday[],
): ShiftAnswers {
	const { today } = clock;
	const now = runningShift(rotation, clock);
	const freeDay = nextDayOff(rotation, today);
	const daysOff = daysOffAround(rotation, today);
	const next = nextStart(rotation, clock);
	return {
		today: dayAnswer(rotation, today),
		tomorrow: dayAnswer(rotation, addDays(today, 1)),
		now,
		nextStart: next,
		nextDayOff: freeDay,
		nextDayOffAfterNight: freeDay !== undefined && startsAfterNight(rotation, freeDay),
		nextOwnDayOff: freeDay ? ownDayIn(rotation, freeDay) : undefined,
		daysOff,
		returnToWork:
			daysOff && hasAbsence(rotation, daysOff) ? dayAnswer(rotation, addDays(daysOff.last, 1)) : undefined,
		freeWeekend: nextFreeWeekend(rotation, today),
		holiday: nextHoliday(rotation, today, holidays),
		relief: nextRelief(rotation, now?.date ?? next?.date ?? today),
		week: nextWeek(rotation, today).map((day) => ({
			...day,
			ownDay: ownDayIn(rotation, day.date),
			holiday: strongestKind(holidays.filter(({ date }) => date === day.date)),
		})),
	};
}

/** What the worker does on a date. */
function dayAnswer(rotation: Rotation, date: CivilDate): DayAnswer {
	return { date, letter: letterOn(rotation, date), ownDay: ownDayIn(rotation, date) };
}

function ownDayIn({ ownDays = [] }: Rotation, date: CivilDate): OwnDay | undefined {
	return ownDayOn(ownDays, date);
}

/** The first public holiday (`feriado`) from `today` on, and whether the worker works on it. */
function nextHoliday(
	rotation: Rotation,
	today: CivilDate,
	holidays: readonly DatedHoliday[],
): HolidayAnswer | undefined {
	const coming = holidays.filter(({ kind, date }) => kind === "feriado" && date >= today);
	const [first, ...others] = coming;
	if (!first) return undefined;
	const next = others.reduce((one, other) => (other.date < one.date ? other : one), first);
	return holidayAnswer(next, dayAnswer(rotation, next.date), startsAfterNight(rotation, next.date));
}

/**
 * Whether and how somebody works on a holiday.
 * @param day what the worker does on the holiday
 * @param afterNight whether the shift of the day before still runs after midnight
 */
export function holidayAnswer(
	{ name, confirmed }: Pick<Holiday, "name" | "confirmed">,
	day: DayAnswer,
	afterNight: boolean,
): HolidayAnswer {
	return { ...day, name, confirmed, startsAfterNight: afterNight, works: day.letter !== "F" || afterNight };
}
