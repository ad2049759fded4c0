import { listSums } from "~/features/extras/list/extra-sums.server";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import { payPeriodOf } from "~/features/law/pay-period";
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

/** Totals of overtime in each of the twelve months of a year. An entry counts in the month in which it starts. */
export async function listYearHours(userId: string, year: number): Promise<MonthHours[]> {
	await refreshPay(userId);
	const months = Array.from({ length: 12 }, (_, index) => civilDate(year, index + 1, 1));
	const periods = months.map((first) => payPeriodOf(first, "month"));
	return (await listSums(userId, periods)).map((sums, index) => ({ month: index + 1, ...sums }));
}
