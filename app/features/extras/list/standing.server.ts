import { hasEnded } from "~/features/extras/rows/ended.server";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import type { DateRange } from "~/features/law/pay-period";
import type { Worked } from "~/features/law/warnings";
import { db, sql } from "~/lib/database/db.server";
import type { PlantClock } from "~/lib/time/civil-date";

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
