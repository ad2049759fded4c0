/** What "Hoy" shows to a visitor or user whose shifts are known. */

import { listHolidays } from "~/features/holidays/holidays.server";
import { answersAt } from "~/features/shift/answers";
import { expiresIn, minutesUntilCountdownChange } from "~/features/shift/freshness.server";
import type { MyRotation } from "~/features/shift/my-rotation.server";
import { datePartsOf } from "~/lib/time/civil-date";
import { plantClock } from "~/lib/time/plant-clock.server";
import { findCalendarOf } from "./find-own-calendar.server";

/**
 * Returns the answers of this minute, with the calendar and the holidays of this and the next
 * year.
 * @param userId undefined for a visitor
 */
export async function readToday(mine: MyRotation, userId: string | undefined) {
	const clock = plantClock();
	const { year } = datePartsOf(clock.today);
	const calendar = await findCalendarOf(mine, userId);
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
