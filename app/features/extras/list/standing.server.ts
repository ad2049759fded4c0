import { hasEnded } from "~/features/extras/rows/ended.server";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import type { DateRange } from "~/features/law/pay-period";
import type { Worked } from "~/features/law/warnings";
import { db, sql } from "~/lib/database/db.server";
import { addDays, type CivilDate, type PlantClock } from "~/lib/time/civil-date";

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
	const { rows } = await sql<{ standing: string }>`
		SELECT json_object(
			'toReview', (SELECT count(*) FROM extras WHERE user_id = ${userId} AND needs_review = 1),
			'shifts', json((SELECT json_group_array(DISTINCT shift) FROM (
				SELECT shift FROM extras WHERE user_id = ${userId} ORDER BY date DESC LIMIT ${NEWEST}
			))),
			'month', json(${workedIn(userId, month, now)}),
			'year', json(${workedIn(userId, year, now)}),
			'isStale', json(iif(EXISTS (SELECT 1 FROM stale_pay WHERE user_id = ${userId}), 'true', 'false'))
		) AS standing`.execute(db);
	return JSON.parse(rows[0]?.standing ?? "");
}

/**
 * SQL of the minutes of the ended and of the planned entries in a time span, as a JSON object `Worked`. Looks only at the
 * entries since yesterday for planned ones, because all earlier entries have ended.
 */
function workedIn(userId: string, { start, end }: DateRange, now: PlantClock) {
	const minutesSince = (first: CivilDate) => sql`
		SELECT ifnull(sum(minutes), 0) FROM extras WHERE user_id = ${userId} AND date BETWEEN ${first} AND ${end}`;
	const yesterday = addDays(now.today, -1);
	const recent = start > yesterday ? start : yesterday;
	return sql`(
		SELECT json_object('workedMinutes', minutes - planned, 'plannedMinutes', planned)
		FROM (SELECT (${minutesSince(start)}) AS minutes, (${minutesSince(recent)} AND NOT ${hasEnded(now)}) AS planned)
	)`;
}
