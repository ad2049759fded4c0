import { type Holiday, strongestKind } from "~/features/holidays/holiday-rule";
import { readHolidaysOn } from "~/features/holidays/holidays.server";
import { listStoredRotations } from "~/features/shift/chosen-rotation.server";
import { dayOf } from "~/features/shift/own-calendar";
import { YEARS_AHEAD } from "~/features/shift/own-day";
import { EARLIEST, isDateAccepted, latestDate } from "~/lib/forms/date-field";
import { notFound } from "~/lib/http/http.server";
import {
	addDays,
	type CivilDate,
	civilDate,
	datePartsOf,
	daysOfMonth,
	parseCivilDate,
} from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { countOwnDays } from "./count-own-days";
import { toDatedRotations } from "./find-own-calendar.server";
import { historyLines } from "./history-lines.server";
import { listOwnDays } from "./own-days.server";

/** Maximum number of own days on one page of the list. */
const PAGE_ROWS = 50;

/**
 * Reads a user's own days (vacation, leave and the like): one month of the calendar, and the list of one year.
 * @param search `month`, such as 2026-11; without it, `year` shows its January or, in this year, the current month;
 *   without both, the current month. `after`: the list shows only own days that begin before this date
 * @throws Response 404 for a month or year outside the allowed dates
 */
export async function readMyDays(userId: string, search: URLSearchParams) {
	const today = plantToday();
	const first = shownMonth(search, today);
	const { year } = datePartsOf(first);
	const month = first.slice(0, 7);
	const dates = daysOfMonth(month);
	const last = dates.at(-1) ?? first;
	const [newYear, yearEnd] = [civilDate(year, 1, 1), civilDate(year, 12, 31)];
	const ownDays = await listOwnDays(userId, newYear, yearEnd);
	const stored = await listStoredRotations(userId);
	const calendar = { rotations: await toDatedRotations(stored), ownDays };
	const holidaysOn = await readHolidaysOn();
	const days = dates.map((each) => {
		const { date, letter, ownDay } = dayOf(calendar, each);
		const holidays: readonly Holiday[] = holidaysOn(date);
		return {
			date,
			letter,
			kind: ownDay?.kind,
			holiday: strongestKind(holidays),
			href: ownDay ? `/auth/my-days/${ownDay.id}` : addAddress(date, today),
			holidayNames: holidays.map(({ name }) => name),
		};
	});
	const after = parseCivilDate(search.get("after") ?? "");
	const rows = ownDays.filter(({ firstDay }) => !after || firstDay < after).reverse();
	return {
		today,
		year,
		month,
		days,
		hasRotation: calendar.rotations.some(({ rotation }) => rotation !== undefined),
		previousMonth: monthIfKnown(addDays(first, -1), today),
		nextMonth: monthIfKnown(addDays(last, 1), today),
		monthDays: ownDays.filter(({ firstDay, lastDay }) => firstDay <= last && lastDay >= first),
		years: [year - 1, year + 1].filter((each) => isKnown(civilDate(each, 1, 1), today)),
		counts: countOwnDays(ownDays, newYear, yearEnd),
		ownDays: rows.slice(0, PAGE_ROWS),
		isFirstPage: after === undefined,
		next: rows.length > PAGE_ROWS ? rows[PAGE_ROWS - 1]?.firstDay : undefined,
		history: historyLines(stored),
	};
}

/** URL of the form for a new own day; undefined for a date that the form refuses. */
function addAddress(date: CivilDate, today: CivilDate): string | undefined {
	return isDateAccepted(date, today, YEARS_AHEAD) ? `/auth/my-days/add?firstDay=${date}` : undefined;
}

/** Returns the first day of the month that the query string chooses. */
function shownMonth(search: URLSearchParams, today: CivilDate): CivilDate {
	const [month, year] = [search.get("month"), search.get("year")];
	if (month === null && year === null) return `${today.slice(0, 7)}-01`;
	// The current month if `year` is this year, otherwise January.
	const ofYear = year === today.slice(0, 4) ? today.slice(0, 7) : `${year}-01`;
	const first = parseCivilDate(`${month ?? ofYear}-01`);
	if (!first || !isKnown(first, today)) throw notFound();
	return first;
}

function monthIfKnown(date: CivilDate, today: CivilDate): string | undefined {
	return isKnown(date, today) ? date.slice(0, 7) : undefined;
}

/** Whether own days (vacation, leave and the like) are allowed in the month that contains `date`. */
function isKnown(date: CivilDate, today: CivilDate): boolean {
	return date >= EARLIEST && `${date.slice(0, 7)}-01` <= latestDate(today, YEARS_AHEAD);
}
