import { hasEnded } from "~/features/extras/rows/ended.server";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import type { DateRange } from "~/features/law/pay-period";
import type { Worked } from "~/features/law/warnings";
import { db, sql } from "~/lib/database/db.server";
import { addDays, type PlantClock } from "~/lib/time/civil-date";

/** What the list has to know before it reads the entries. */
export interface Standing {
	/** Number of the user's entries that are marked for review. */
	toReview: number;
	/** Shift letters of the user's newest entries. */
	shifts: string[];
	month: Worked;
	year: Worked;
}

/** Number of the newest entries whose shift letters are read: about a year of overtime. */
const NEWEST = 100;

/** Brings the user's entries up to date, and tells how they stand, also in this month and year, in one query. */
export async function readStanding(
	userId: string,
	spans: Readonly<Record<"month" | "year", DateRange>>,
	now: PlantClock,
): Promise<Standing> {
	const { isStale, ...standing } = await selectStanding(userId, spans, now);
	if (!isStale) return standing;
	await refreshPay(userId);
	return selectStanding(userId, spans, now);
}

// Writes `needs_review = 1` into the SQL text. With a parameter in its place, SQLite could not use the index
// `extras_to_review`, which contains only the entries with `needs_review = 1`.
async function selectStanding(
	userId: string,
	{ month, year }: Readonly<Record<"month" | "year", DateRange>>,
	now: PlantClock,
): Promise<Standing & { isStale: boolean }> {
	const { rows } = await sql<StandingRow>`
		WITH extras AS NOT MATERIALIZED (SELECT * FROM main.extras AS extras WHERE user_id = ${userId}),
		planned AS NOT MATERIALIZED (
			SELECT date, minutes FROM extras WHERE date >= ${addDays(now.today, -1)} AND NOT ${hasEnded(now)}
		)
		SELECT
			(SELECT count(*) FROM extras WHERE needs_review = 1) AS toReview,
			(SELECT json_group_array(DISTINCT shift) FROM (
				SELECT shift FROM extras ORDER BY date DESC LIMIT ${NEWEST}
			)) AS shifts,
			${allIn(month)} AS month, ${plannedIn(month)} AS monthPlanned,
			${allIn(year)} AS year, ${plannedIn(year)} AS yearPlanned,
			EXISTS (SELECT 1 FROM stale_pay WHERE user_id = ${userId}) AS isStale`.execute(db);
	const [row] = rows;
	if (!row) throw new Error("SQLite returned no standing");
	return {
		toReview: row.toReview,
		shifts: JSON.parse(row.shifts),
		month: toWorked(row.month, row.monthPlanned),
		year: toWorked(row.year, row.yearPlanned),
		isStale: row.isStale === 1,
	};
}

type StandingRow = Record<"toReview" | "monthPlanned" | "yearPlanned" | "isStale", number> &
	Record<"month" | "year" | "shifts", string>;

/** Minutes, and whether an entry has the doubt "own-shift", as a JSON list. */
function allIn({ start, end }: DateRange) {
	return sql`(
		SELECT json_array(total(minutes), max(doubts LIKE '%"own-shift"%'))
		FROM extras WHERE date BETWEEN ${start} AND ${end}
	)`;
}

function plannedIn({ start, end }: DateRange) {
	return sql`(SELECT total(minutes) FROM planned WHERE date BETWEEN ${start} AND ${end})`;
}

function toWorked(all: string, plannedMinutes: number): Worked {
	const [minutes, hasOwnShift]: [number, 0 | 1 | null] = JSON.parse(all);
	return { workedMinutes: minutes - plannedMinutes, plannedMinutes, hasOwnShift: hasOwnShift === 1 };
}
