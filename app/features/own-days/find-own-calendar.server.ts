/** A user's calendar: the profile's history (diagrams and crews with their first days) and the own days. */
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import { type CrewLetter, crewLetters, crewsOf } from "~/features/diagrams/cycle";
import { listDiagrams } from "~/features/diagrams/diagrams.server";
import { UNCONFIRMED, whoseShifts } from "~/features/diagrams/own-cycle/diagram-label";
import { diagramIn } from "~/features/diagrams/own-cycle/own-diagram";
import { FIRST_YEAR, isMonth, isShownYear, parsePeriod, yearOf } from "~/features/diagrams/periods";
import { minutesOf } from "~/features/diagrams/working-time";
import { missingTouristDays } from "~/features/holidays/holiday-rule";
import { listHolidays } from "~/features/holidays/holidays.server";
import { answersAt } from "~/features/shift/answers";
import { listStoredRotations } from "~/features/shift/chosen-rotation.server";
import { expiresIn, minutesUntilCountdownChange } from "~/features/shift/freshness.server";
import { listRotationHistory } from "~/features/shift/history/rotation-history.server";
import { findMyRotation, type MyRotation, requireMyRotation } from "~/features/shift/my-rotation.server";
import {
	calendarOf,
	type DatedRotation,
	dayOf,
	diagramsIn,
	isConfirmedOn,
	type OwnCalendar,
} from "~/features/shift/own-calendar";
import { rotationAt } from "~/features/shift/rotation";
import { db } from "~/lib/database/db.server";
import { notFound } from "~/lib/http/http.server";
import { addDays, type CivilDate, datePartsOf, daysOfMonth, EARLIEST } from "~/lib/time/civil-date";
import { plantClock } from "~/lib/time/plant-clock.server";
import { listOwnDays } from "./own-days.server";

export async function findOwnCalendar(userId: string): Promise<OwnCalendar> {
	return { rotations: await listDatedRotations(userId), ownDays: await listOwnDays(userId) };
}

/**
 * Returns the calendar of a visitor's or user's rotation, with a user's own days. A user's former diagrams and crews
 * count only if the rotation comes from the profile, not from a cookie.
 */
export async function findCalendarOf(
	mine: MyRotation | undefined,
	userId: string | undefined,
): Promise<OwnCalendar> {
	const calendar = userId ? await findOwnCalendar(userId) : { rotations: [], ownDays: [] };
	if (!mine || (userId && mine.source !== "cookie")) return calendar;
	return { ...calendar, rotations: calendarOf(mine.rotation).rotations };
}

/**
 * Returns a user's calendars, oldest first: the former calendars, then the calendar in the profile. The last
 * has no `start` if the profile has no diagram, or neither crew nor cycle start.
 */
export async function listDatedRotations(userId: string): Promise<DatedRotation[]> {
	const diagrams = await listDiagrams();
	return (await listStoredRotations(userId)).map(({ since, diagram: id, crew, cycleStart }) => {
		const diagram = id ? diagramIn(diagrams, id) : undefined;
		return { since, diagram, ...(diagram && rotationAt(diagram, cycleStart ?? crew ?? "")) };
	});
}

/**
 * Returns the letters of the crews that exist in at least one diagram that the user has or had. If the user never had a
 * diagram, returns all crew letters.
 */
export async function listOwnCrews(userId: string): Promise<CrewLetter[]> {
	const known = (await listDatedRotations(userId)).flatMap(({ diagram }) => diagram ?? []);
	const crews = known.length > 0 ? Math.max(...known.map((diagram) => diagram.crews)) : crewLetters.length;
	return crewsOf({ crews });
}

export async function sumShiftMinutes(userId: string, from: CivilDate, to: CivilDate): Promise<number> {
	const calendar = { rotations: await listDatedRotations(userId), ownDays: [] };
	let minutes = 0;
	for (let date = from; date <= to; date = addDays(date, 1)) minutes += minutesOf(dayOf(calendar, date).time);
	return minutes;
}

/**
 * Returns the time of the user's last change to the shift or own day on each date, in UTC milliseconds. Leaves out
 * dates without a change, and an operator's corrections of diagrams and holidays.
 */
export async function listDayChanges(userId: string, from: CivilDate, to: CivilDate) {
	const rows = await db
		.selectFrom("changed_days")
		.select(["date", "changed_at as changedAt"])
		.where("user_id", "=", userId)
		.where("date", ">=", from)
		.where("date", "<=", to)
		.execute();
	const changes = new Map(rows.map(({ date, changedAt }) => [date, changedAt]));
	const history = await listRotationHistory(userId);
	if (history.length === 0) return changes;
	for (let date = from; date <= to; date = addDays(date, 1)) {
		const entry = history.findLast(({ since }) => since <= date) ?? history[0];
		const changedAt = Math.max(entry?.changedAt ?? 0, changes.get(date) ?? 0);
		if (changedAt > 0) changes.set(date, changedAt);
	}
	return changes;
}

/**
 * Finds what the pages of "my" months show: the calendar of the visitor or user. A user's own days are shown even if
 * the shifts are unknown. The user's former diagrams and crews are left out if the shifts come from a cookie.
 * @param dates the days that the page shows; `who` says if one of them is uncertain
 * @returns `isKnown`: whether the present shifts are known
 * @throws Response redirect to the page that asks for today's shift, for a visitor whose shifts are unknown
 */
export async function findMyCalendar(request: Request, dates: readonly CivilDate[]) {
	const user = await findSessionUser(request);
	const mine = user ? await findMyRotation(request, user) : await requireMyRotation(request);
	const calendar = await findCalendarOf(mine, user?.id);
	const isUnsure = dates.some((date) => dayOf(calendar, date).letter && !isConfirmedOn(calendar, date));
	const whose = mine && whoseShifts(mine.rotation.diagram.id, mine.crew, "con tus propios turnos");
	// The shifts of past days may be known, and uncertain, although those of today are not known.
	const who = [whose, isUnsure && UNCONFIRMED].filter(Boolean).join(". ");
	return { user, calendar, isKnown: whose !== undefined, who };
}

/**
 * Reads a month of the visitor's or user's own calendar.
 * @param slug a month such as 2026-11
 * @throws Response 404 for a month without calendar; what `findMyCalendar` throws
 */
export async function readMyMonth(request: Request, slug: string, today: CivilDate) {
	const month = parsePeriod(slug);
	if (!month || !isMonth(month)) throw notFound();
	const first = `${month}-01`;
	const dates = daysOfMonth(month);
	const last = dates.at(-1) ?? first;
	const { user, calendar, isKnown, who } = await findMyCalendar(request, dates);
	// A user may have own days that are older than the calendars of diagrams.
	const year = Math.max(yearOf(month), user && first >= EARLIEST ? FIRST_YEAR : 0);
	if (!isShownYear(year, today)) throw notFound();
	const ofYear = await listHolidays(yearOf(month));
	// The page's script gets no others. The night shift of the day before the month ends in it.
	const ownDays = calendar.ownDays.filter(
		({ firstDay, lastDay }) => firstDay <= last && lastDay >= addDays(first, -1),
	);
	return {
		calendar: { ...calendar, ownDays },
		isKnown,
		who,
		diagrams: diagramsIn(calendar, first, last),
		month,
		today,
		holidays: ofYear.filter(({ date }) => date.startsWith(month)),
		missing: missingTouristDays({ year: yearOf(month), today, holidays: ofYear }),
	};
}

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
