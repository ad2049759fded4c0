import { sql } from "~/lib/database/db.server";
import { addDays, type PlantClock } from "~/lib/time/civil-date";

/**
 * SQL condition for a row of `extras`: the entry has ended. Only such entries count as worked or earned; all others are
 * planned. An entry without a start time counts from its date on.
 */
export function hasEnded({ today, minute }: PlantClock) {
	return sql<boolean>`(extras.date < ${addDays(today, -1)} OR extras.date <= ${today} AND (
		extras.start_minute IS NULL
		OR extras.start_minute + extras.minutes <= ${minute} + iif(extras.date = ${today}, 0, 1440)
	))`;
}
