import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import { readDoubts } from "~/features/law/doubts";
import { readPremiums } from "~/features/law/premiums";
import { db } from "~/lib/database/db.server";
import { notFound } from "~/lib/http/http.server";
import { civilDate, datePartsOf } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { type MonthHours, parseYear } from "./year-bars";

/**
 * Reads the page of a year.
 * @throws Response 404 for an invalid year, or one that entries cannot have
 */
export async function readYear(userId: string, search: URLSearchParams) {
	const currentYear = datePartsOf(plantToday()).year;
	const year = parseYear(search.get("year"), currentYear);
	if (year === undefined) throw notFound();
	return { year, lastYear: currentYear + 1, months: await listYearHours(userId, year) };
}

/** Minutes of overtime in each of the twelve months of a year. An entry counts in the month in which it starts. */
export async function listYearHours(userId: string, year: number): Promise<MonthHours[]> {
	await refreshPay(userId);
	const rows = await db
		.selectFrom("extras")
		.where("user_id", "=", userId)
		.where("date", ">=", civilDate(year, 1, 1))
		.where("date", "<=", civilDate(year, 12, 31))
		.select(({ fn, val }) => [
			fn<string>("substr", ["date", val(6), val(2)]).as("month"),
			fn<string>("group_concat", ["premiums"]).as("premiums"),
			fn<string>("group_concat", ["doubts"]).as("doubts"),
			fn.sum<number | null>("minutes_night").as("minutesNight"),
		])
		.groupBy("month")
		.execute();
	return Array.from({ length: 12 }, (_, index) => {
		const row = rows.find(({ month }) => Number(month) === index + 1);
		return {
			month: index + 1,
			premiums: readPremiums(row?.premiums ?? null),
			minutesNight: row?.minutesNight ?? 0,
			doubts: readDoubts(row?.doubts ?? null),
		};
	});
}
