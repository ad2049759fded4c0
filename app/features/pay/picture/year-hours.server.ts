import { listSums } from "~/features/extras/list/extra-sums.server";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import { payPeriodOf } from "~/features/law/pay-period";
import { notFound } from "~/lib/http/http.server";
import { civilDate, datePartsOf } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { parseYear } from "./year-bars";

/**
 * Reads the page of a year.
 * @throws Response 404 for an invalid year, or one that entries cannot have
 */
export async function readYear(userId: string, search: URLSearchParams) {
	const currentYear = datePartsOf(plantToday()).year;
	const year = parseYear(search.get("year"), currentYear);
	if (year === undefined) throw notFound();
	return { ...(await readYearHours(userId, year)), lastYear: currentYear + 1 };
}

/** Totals of overtime in a year and in each of its months. An entry counts in the month in which it starts. */
export async function readYearHours(userId: string, year: number) {
	await refreshPay(userId);
	const spans = Array.from({ length: 12 }, (_, index) => payPeriodOf(civilDate(year, index + 1, 1), "month"));
	const all = { start: `${year}-01-01`, end: `${year}-12-31` } as const;
	const [total, ...sums] = await listSums(userId, [all, ...spans]);
	return { year, months: sums.map((each, index) => ({ month: index + 1, ...each })), total };
}
