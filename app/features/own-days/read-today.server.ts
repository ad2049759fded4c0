/** What "Hoy" shows to a visitor or user whose shifts are known. */

import { listHolidays } from "~/features/holidays/holidays.server";
import { answersAt } from "~/features/shift/answers";
import { expiresIn, minutesUntilCountdownChange } from "~/features/shift/freshness.server";
import type { MyRotation } from "~/features/shift/my-rotation.server";
import { addDays, civilDate, datePartsOf } from "~/lib/time/civil-date";
import { plantClock } from "~/lib/time/plant-clock.server";
import { findCalendarOf } from "./find-own-calendar.server";

/**
 * Number of days ahead for which own days (vacation, leave and the like) are read. The next public holiday and the next
 * free weekend are always nearer.
 */
const DAYS_AHEAD = 400;

/**
 * Returns the answers of this minute, with the calendar from the current month on and the holidays of this and the next
 * year.
 * @param userId undefined for a visitor
 */
export async function readToday(mine: MyRotation, userId: string | undefined) {
	const clock = plantClock();
	const { year, month } = datePartsOf(clock.today);
	// Includes the day before the month, because its night shift may still run.
	const first = addDays(civilDate(year, month, 1), -1);
	const calendar = await findCalendarOf(mine, userId, first, addDays(clock.today, DAYS_AHEAD));
	const holidays = await listHolidays(year, year + 1);
	const answers = answersAt(calendar, clock, holidays);
	return {
		shown: { diagram: mine.rotation.diagram, crew: mine.crew, answers },
		calendar,
		holidays,
		/** Expires header: the words of "Hoy" stay true until then. */
		expires: expiresIn(minutesUntilCountdownChange(answers, clock), clock.now),
	};
}
