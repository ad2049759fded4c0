/** Totals of overtime entries. */
import { db, sql } from "~/lib/database/db.server";
import type { CivilDate } from "~/lib/time/civil-date";
import type { ExtrasFilter } from "./filter";

/** Totals of the overtime entries that match a filter. */
export interface Totals {
	count: number;
	minutes: number;
	minutes50: number;
	minutes100: number;
	minutesUnclassified: number;
	/** Night minutes of the overtime entries with a known start time. */
	minutesNight: number;
	/** Number of overtime entries without a start time, whose night minutes are unknown. */
	withoutStart: number;
	/** Number of overtime entries with a start time proposed from the shift diagram. */
	proposedStarts: number;
	/** Number of overtime entries marked for review. */
	toReview: number;
}

/** The days before and after every overtime entry (`schemas.ts`). */
const FIRST_DAY: CivilDate = "1900-01-01";
const LAST_DAY: CivilDate = "2199-12-31";

/** Totals of the overtime entries that match the filter. */
export async function sumExtras(userId: string, filter: ExtrasFilter): Promise<Totals> {
	const [totals] = await listSums(userId, [filter]);
	if (!totals) throw new Error("SQLite returned no totals");
	return totals;
}

/**
 * Totals of the overtime entries that match each filter, in the order of the filters. One query, whose text does not
 * depend on the filters, so that SQLite prepares it once.
 */
export async function listSums(userId: string, filters: readonly ExtrasFilter[]): Promise<Totals[]> {
	const wanted = filters.map(({ start = FIRST_DAY, end = LAST_DAY, shift = null, review = null }) => [
		start,
		end,
		shift,
		review,
	]);
	const { rows } = await sql<Totals>`
		WITH wanted AS MATERIALIZED (
			SELECT key, value ->> 0 AS first, value ->> 1 AS last, value ->> 2 AS only_shift, value ->> 3 AS review
			FROM json_each(${JSON.stringify(wanted)})
		)
		SELECT
			count(date) AS count,
			ifnull(sum(minutes), 0) AS minutes,
			ifnull(sum(minutes_50), 0) AS minutes50,
			ifnull(sum(minutes_100), 0) AS minutes100,
			ifnull(sum(minutes_unclassified), 0) AS minutesUnclassified,
			ifnull(sum(minutes_night), 0) AS minutesNight,
			count(date) - count(start_minute) AS withoutStart,
			ifnull(sum(is_start_proposed), 0) AS proposedStarts,
			ifnull(sum(needs_review), 0) AS toReview
		FROM wanted LEFT JOIN extras
			ON user_id = ${userId} AND date BETWEEN first AND last
			AND (only_shift IS NULL OR shift = only_shift) AND (review IS NULL OR needs_review = 1)
		GROUP BY key ORDER BY key`.execute(db);
	return rows;
}
