import { type EstimateTerms, withoutDoubts } from "~/features/agreement/estimate";
import { showEstimate } from "~/features/agreement/estimate-text";
import { findEarned } from "~/features/agreement/estimates.server";
import { type Extra, hasEnded } from "~/features/extras/rows/extras.server";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import type { Compensation } from "~/features/law/compensation";
import { type DoubtCounts, readDoubts } from "~/features/law/doubts";
import type { Included } from "~/features/law/included";
import type { DateRange } from "~/features/law/pay-period";
import { type Premiums, readPremiums } from "~/features/law/premiums";
import type { Worked } from "~/features/law/warnings";
import { db, sql } from "~/lib/database/db.server";
import type { CivilDate, PlantClock } from "~/lib/time/civil-date";
import { plantClock } from "~/lib/time/plant-clock.server";
import { listOldestExtras, MAX_ON_SHEET } from "./extras-list.server";
import type { ExtrasFilter } from "./filter";

/** Totals of the overtime entries that match a filter. */
export interface Totals extends Included {
	count: number;
	minutes: number;
	premiums: Premiums;
	/** Night minutes of entries with a known start time. */
	minutesNight: number;
	/** Number of entries without a start time, whose night minutes are unknown. */
	withoutStart: number;
	/** Number of entries with each doubt. */
	doubts: DoubtCounts;
}

/** Dates before and after all entries. */
const FIRST_DAY: CivilDate = "1900-01-01";
const LAST_DAY: CivilDate = "2199-12-31";

/** Totals of the overtime entries that match the filter. */
export async function sumExtras(userId: string, filter: ExtrasFilter): Promise<Totals> {
	const [totals] = await listSums(userId, [filter]);
	return totals;
}

/**
 * Totals for each filter, in the order of the filters, in one query. The filters are a single JSON parameter: so the SQL
 * is the same for any number of filters, and SQLite parses it only once.
 */
export async function listSums<const Filters extends readonly ExtrasFilter[]>(
	userId: string,
	filters: Filters,
): Promise<{ [Index in keyof Filters]: Totals }>;
export async function listSums(userId: string, filters: readonly ExtrasFilter[]): Promise<Totals[]> {
	const wanted = filters.map(({ start = FIRST_DAY, end = LAST_DAY, shift = null, review = null }) => [
		start,
		end,
		shift,
		review,
	]);
	const { rows } = await sql<{ sums: string }>`
		WITH wanted AS MATERIALIZED (
			SELECT value ->> 0 AS first, value ->> 1 AS last, value ->> 2 AS only_shift, value ->> 3 AS review
			FROM json_each(${JSON.stringify(wanted)})
		)
		SELECT (
			SELECT json_object(
				'count', count(*),
				'minutes', ifnull(sum(minutes), 0),
				'premiums', group_concat(premiums),
				'minutesNight', ifnull(sum(minutes_night), 0),
				'withoutStart', count(*) - count(start_minute),
				'planned', count(*) FILTER (WHERE NOT ${hasEnded(plantClock())}),
				'dayOff', ${entriesWith("franco")},
				'bank', ${entriesWith("banco")},
				'doubts', group_concat(nullif(doubts, '[]'))
			)
			FROM extras
			WHERE user_id = ${userId} AND date BETWEEN first AND last
				AND (only_shift IS NULL OR shift = only_shift) AND (review IS NULL OR needs_review = 1)
		) AS sums
		FROM wanted`.execute(db);
	return rows.map(({ sums }) => {
		const { premiums, doubts, ...totals }: StoredSums = JSON.parse(sums);
		return { ...totals, premiums: readPremiums(premiums), doubts: readDoubts(doubts) };
	});
}

/** The entries with a compensation, as the JSON of `Entries`. */
function entriesWith(compensation: Compensation) {
	const isOfKind = sql`FILTER (WHERE compensation = ${compensation})`;
	return sql`json_object('count', count(*) ${isOfKind}, 'minutes', ifnull(sum(minutes) ${isOfKind}, 0))`;
}

/** The JSON texts of the rows, one after the other: adding them up here is quicker than in SQL. */
type StoredSums = Omit<Totals, "premiums" | "doubts"> & Record<"premiums" | "doubts", string | null>;

/** Number of the newest entries whose shift letters are read: about a year of overtime. */
const NEWEST = 100;

/** Brings the user's entries up to date, and tells how they stand, also in this month and year, in one query. */
export async function readStanding(
	userId: string,
	{ month, year }: Readonly<Record<"month" | "year", DateRange>>,
	now: PlantClock,
) {
	await refreshPay(userId);
	// Writes `needs_review = 1` into the SQL text. With a parameter in its place, SQLite could not use the index
	// `extras_to_review`, which contains only the entries with `needs_review = 1`.
	const { rows } = await sql<StandingRow>`
		WITH extras AS NOT MATERIALIZED (SELECT * FROM main.extras AS extras WHERE user_id = ${userId})
		SELECT
			(SELECT count(*) FROM extras WHERE needs_review = 1) AS toReview,
			(SELECT json_group_array(DISTINCT shift) FROM (
				SELECT shift FROM extras ORDER BY date DESC LIMIT ${NEWEST}
			)) AS shifts,
			${sumsIn(month, now)} AS month, ${sumsIn(year, now)} AS year`.execute(db);
	const [row] = rows;
	if (!row) throw new Error("SQLite returned no standing");
	const shifts: string[] = JSON.parse(row.shifts);
	return {
		/** Number of the user's entries that are marked for review. */
		toReview: row.toReview,
		/** Shift letters of the user's newest entries. */
		shifts,
		month: toWorked(row.month),
		year: toWorked(row.year),
	};
}

type StandingRow = Record<"toReview", number> & Record<"month" | "year" | "shifts", string>;

/** Minutes, those of planned entries, and whether an entry has the doubt "own-shift", as a JSON list. */
function sumsIn({ start, end }: DateRange, now: PlantClock) {
	return sql`(
		SELECT json_array(
			total(minutes), total(minutes) FILTER (WHERE NOT ${hasEnded(now)}), max(doubts LIKE '%"own-shift"%')
		)
		FROM extras WHERE date BETWEEN ${start} AND ${end}
	)`;
}

function toWorked(sums: string): Worked {
	const [minutes, plannedMinutes, hasOwnShift]: [number, number, 0 | 1 | null] = JSON.parse(sums);
	return { workedMinutes: minutes - plannedMinutes, plannedMinutes, hasOwnShift: hasOwnShift === 1 };
}

/**
 * Estimates the entries of a page and their pay periods; not the periods if they have more entries than a sheet prints.
 * @param periods newest first
 * @returns undefined without periods, or without an hourly rate
 */
export async function readEstimates(
	userId: string,
	extras: readonly Extra[],
	periods: readonly DateRange[],
	terms: EstimateTerms,
) {
	const [newest, oldest] = [periods[0], periods.at(-1)];
	if (!newest || !oldest) return undefined;
	const range = { start: oldest.start, end: newest.end };
	const all = await listOldestExtras(userId, range, MAX_ON_SHEET + 1);
	const isBounded = all.length <= MAX_ON_SHEET;
	const listed = isBounded ? all : extras;
	const extrasIn = (days: DateRange) => listOldestExtras(userId, days, MAX_ON_SHEET);
	const estimate = await findEarned(listed, terms, extrasIn);
	return (
		estimate && {
			ofExtra: (extra: Extra) => showEstimate(withoutDoubts(estimate([extra]))),
			/** In the order of the periods. They include a period's entries on other pages. */
			periods: (isBounded ? periods : []).map(({ start, end }) =>
				showEstimate(estimate(listed.filter(({ date }) => start <= date && date <= end))),
			),
		}
	);
}
