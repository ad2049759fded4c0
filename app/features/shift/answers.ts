/** Data of "Mi turno": the worker's shift today, now and next. Contains no texts. */
import type { Relief, ShiftLetter } from "~/features/diagrams/cycle";
import { type Holiday, type HolidayKind, nextHoliday, strongestKind } from "~/features/holidays/holiday-rule";
import { addDays, type CivilDate, consecutiveDays, type PlantClock } from "~/lib/time/civil-date";
import {
	type DaysOff,
	daysOffAround,
	type FreeWeekend,
	hasAbsence,
	nextDayOff,
	nextFreeWeekend,
	nextWorkDay,
} from "./days-off";
import { dayOf, type OwnCalendar, reliefOn, startsAfterNight } from "./own-calendar";
import type { OwnDay } from "./own-day";
import { type NextStart, nextStart, type RunningShift, runningShift } from "./shift-clock";

const WEEK_DAYS = 7;

type DatedHoliday = Pick<Holiday, "date" | "name" | "kind" | "confirmed">;

export interface ShiftAnswers {
	today: DayAnswer;
	tomorrow: DayAnswer;
	/** The shift that is running now; it may have started yesterday. Undefined if none is running. */
	now?: RunningShift;
	/** The start of the next shift, even while another shift is running. */
	nextStart?: NextStart;
	nextDayOff?: CivilDate;
	/** Whether the shift of the day before ends on the morning of `nextDayOff`. */
	nextDayOffAfterNight: boolean;
	/** Own day (a day that the worker entered, such as vacation or leave) on `nextDayOff`, if any. */
	nextOwnDayOff?: OwnDay;
	/** The days off around today, if today is a day off. */
	daysOff?: DaysOff;
	/** Whether `daysOff` contains vacation, leave or the like. */
	hasAbsence: boolean;
	/** The day after `daysOff`. */
	returnToWork?: DayAnswer;
	freeWeekend?: FreeWeekend;
	holiday?: HolidayAnswer;
	/** The crews before and after the running shift or, if no shift is running, before and after the next shift. */
	relief?: Relief & { date: CivilDate };
	week: WeekDay[];
}

export interface DayAnswer {
	date: CivilDate;
	/** Letter of the shift that starts on the date, or F for a day off. */
	letter: ShiftLetter;
	ownDay?: OwnDay;
}

export interface HolidayAnswer extends DayAnswer {
	name: string;
	confirmed: boolean;
	/** Whether the shift of the day before ends on the morning of the holiday. */
	startsAfterNight: boolean;
	/**
	 * Whether the worker works on the holiday: in a shift that starts on the holiday, or in a night shift that started
	 * the day before.
	 */
	works: boolean;
}

export interface WeekDay extends DayAnswer {
	/** Kind of the day's holiday; of several holidays, the kind that comes first in `holidayKinds`. */
	holiday?: HolidayKind;
}

/** @param holidays in the order of their dates */
export function answersAt(calendar: OwnCalendar, clock: PlantClock, holidays: readonly DatedHoliday[]) {
	const { today } = clock;
	const now = runningShift(calendar, clock);
	const freeDay = nextDayOff(calendar, today);
	const daysOff = daysOffAround(calendar, today);
	const next = nextStart(calendar, clock);
	const holiday = nextHoliday(holidays, today);
	// Without hours, no shift is known to run or to start.
	const shiftDay = now?.date ?? next?.date ?? nextWorkDay(calendar, addDays(today, -1));
	return {
		today: dayAnswer(calendar, today),
		tomorrow: dayAnswer(calendar, addDays(today, 1)),
		now,
		nextStart: next,
		nextDayOff: freeDay,
		nextDayOffAfterNight: freeDay !== undefined && startsAfterNight(calendar, freeDay),
		nextOwnDayOff: freeDay ? dayOf(calendar, freeDay).ownDay : undefined,
		daysOff,
		hasAbsence: daysOff !== undefined && hasAbsence(calendar, daysOff),
		returnToWork: daysOff && dayAnswer(calendar, addDays(daysOff.last, 1)),
		freeWeekend: nextFreeWeekend(calendar, today),
		holiday: holiday && holidayAnswer(calendar, holiday),
		relief: shiftDay ? { date: shiftDay, ...reliefOn(calendar, shiftDay) } : undefined,
		week: consecutiveDays(today, WEEK_DAYS).map((day) => ({
			...dayAnswer(calendar, day),
			holiday: strongestKind(holidays.filter(({ date }) => date === day)),
		})),
	};
}

/** A day whose shift is unknown counts as one without a shift. */
function dayAnswer(calendar: OwnCalendar, date: CivilDate): DayAnswer {
	const { letter = "F", ownDay } = dayOf(calendar, date);
	return { date, letter, ownDay };
}

/** Describes a holiday for a worker: what the worker does on that day, and whether that includes work. */
export function holidayAnswer(calendar: OwnCalendar, { date, name, confirmed }: DatedHoliday): HolidayAnswer {
	const day = dayAnswer(calendar, date);
	const afterNight = startsAfterNight(calendar, date);
	return { ...day, name, confirmed, startsAfterNight: afterNight, works: day.letter !== "F" || afterNight };
}
