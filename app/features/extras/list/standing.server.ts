import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import { db, sql } from "~/lib/database/db.server";

/** What the list has to know before it reads the entries. */
export interface Standing {
	/** Number of the user's entries that are marked for review. */
	toReview: number;
	/** Shift letters of the user's newest entries. */
	shifts: string[];
}

/** Number of the newest entries whose shift letters are read: about a year of overtime. */
const NEWEST = 100;

/** Brings the user's entries up to date, and tells how they stand, in one query. */
export async function readStanding(userId: string): Promise<Standing> {
	const row = await selectStanding(userId);
	if (!row?.isStale) return toStanding(row);
	await refreshPay(userId);
	return toStanding(await selectStanding(userId));
}

interface Row {
	toReview: number;
	shifts: string;
	isStale: 0 | 1;
}

function toStanding(row: Row | undefined): Standing {
	return {
		toReview: row?.toReview ?? 0,
		shifts: JSON.parse(row?.shifts ?? "[]"),
	};
}

// Writes `needs_review = 1` into the SQL text. With a parameter in its place, SQLite could not use the index
// `extras_to_review`, which contains only the entries with `needs_review = 1`.
async function selectStanding(userId: string): Promise<Row | undefined> {
	const { rows } = await sql<Row>`
		SELECT
			(SELECT count(*) FROM extras WHERE user_id = ${userId} AND needs_review = 1) AS toReview,
			(SELECT json_group_array(DISTINCT shift) FROM (
				SELECT shift FROM extras WHERE user_id = ${userId} ORDER BY date DESC LIMIT ${NEWEST}
			)) AS shifts,
			EXISTS (SELECT 1 FROM stale_pay WHERE user_id = ${userId}) AS isStale`.execute(db);
	return rows[0];
}
