import { db } from "~/lib/database/db.server";
import { civilDate } from "~/lib/time/civil-date";
import type { MonthHours } from "./year-bars";

/** Minutes of overtime in each of the twelve months of a year. An entry counts in the month in which it starts. */
export async function listYearHours(userId: string, year: number): Promise<MonthHours[]> {
	const rows = await db
		.selectFrom("extras")
		.where("user_id", "=", userId)
		.where("date", ">=", civilDate(year, 1, 1))
		.where("date", "<=", civilDate(year, 12, 31))
		.select(({ fn, val }) => [
			fn<string>("substr", ["date", val(6), val(2)]).as("month"),
			fn.sum<number>("minutes_50").as("minutes50"),
			fn.sum<number>("minutes_100").as("minutes100"),
			fn.sum<number>("minutes_unclassified").as("minutesUnclassified"),
			fn.sum<number | null>("minutes_night").as("minutesNight"),
		])
		.groupBy("month")
		.execute();
	return Array.from({ length: 12 }, (_, index) => {
		const row = rows.find(({ month }) => Number(month) === index + 1);
		return {
			month: index + 1,
			minutes50: row?.minutes50 ?? 0,
			minutes100: row?.minutes100 ?? 0,
			minutesUnclassified: row?.minutesUnclassified ?? 0,
			minutesNight: row?.minutesNight ?? 0,
		};
	});
}
