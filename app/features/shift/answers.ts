/** Data of "Mi turno": the worker's shift today, now and next. Contains no texts. */
import type { SerializeFrom } from "@remix-run/node";
import type { ShiftLetter } from "~/features/diagrams/cycle";
import { type Holiday, type HolidayKind, nextHoliday, strongestKind } from "~/features/holidays/holiday-rule";
import { addDays, type CivilDate, consecutiveDays, type PlantClock } from "~/lib/time/civil-date";
import { WEEK_DAYS } from "~/lib/units/durations";
import { daysOffAround, findDay, nextFreeWeekend } from "./days-off";
import { dayOf, type OwnCalendar, reliefOn, startsAfterNight } from "./own-calendar";
import type { OwnDay } from "./own-day";
import { dayStayed, nextStart, runningShift } from "./shift-clock";

export interface DayAnswer {
	date: CivilDate;
	/** Letter of the shift that starts on the date, or F for a day off. */
	letter: ShiftLetter;
	ownDay?: OwnDay;
}

export interface HolidayAnswer extends DayAnswer, Pick<Holiday, "name" | "kind" | "confirmed"> {
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

/** As a page receives them. */
export type ShiftAnswers = SerializeFrom<typeof answersAt>;

/** @param holidays in the order of their dates */
export function answersAt(calendar: OwnCalendar, clock: PlantClock, holidays: readonly Holiday[]) {
	const { today } = clock;
	const now = runningShift(calendar, clock);
	const dayOff = findDay(calendar, today, 1, ({ letter }) => letter === "F");
	const daysOff = daysOffAround(calendar, today);
	const next = nextStart(calendar, clock);
	const holiday = nextHoliday(holidays, today);
	const shiftDay = now?.date ?? next?.date;
	return {
		today: dayAnswer(calendar, today),
		tomorrow: dayAnswer(calendar, addDays(today, 1)),
		/** The shift that is running now; it may have started yesterday. */
		now,
		/** The day of the shift that "Me quedé" means at this minute. */
		stayedOn: dayStayed(calendar, clock),
		/** The start of the next shift, even while another shift is running. */
		nextStart: next,
		/** The first day off after today, also by vacation, leave and the like, and whether a night shift ends on it. */
		nextDayOff: dayOff && { ...dayOff, startsAfterNight: startsAfterNight(calendar, dayOff.date) },
		/** The days off around today, if today is a day off. */
		daysOff,
		/** The day after `daysOff`. */
		returnToWork: daysOff && dayAnswer(calendar, addDays(daysOff.last, 1)),
		freeWeekend: nextFreeWeekend(calendar, today),
		holiday: holiday && holidayAnswer(calendar, holiday),
		/** The crews before and after the running shift or, if no shift is running, before and after the next shift. */
		relief: shiftDay ? { date: shiftDay, ...reliefOn(calendar, shiftDay) } : undefined,
		week: consecutiveDays(today, WEEK_DAYS).map(
			(day): WeekDay => ({
				...dayAnswer(calendar, day),
				holiday: strongestKind(holidays.filter(({ date }) => date === day)),
			}),
		),
	};
}

/** A day whose shift is unknown counts as one without a shift. */
function dayAnswer(calendar: OwnCalendar, date: CivilDate): DayAnswer {
	const { letter = "F", ownDay } = dayOf(calendar, date);
	return { date, letter, ownDay };
}

/** Describes a holiday for a worker: what the worker does on that day, and whether that includes work. */
export function holidayAnswer(calendar: OwnCalendar, holiday: Holiday): HolidayAnswer {
	const { date, name, kind, confirmed } = holiday;
	const day = dayAnswer(calendar, date);
	const afterNight = startsAfterNight(calendar, date);
	const works = day.letter !== "F" || afterNight;
	return { ...day, name, kind, confirmed, startsAfterNight: afterNight, works };
}
