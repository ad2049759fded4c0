import { sql } from "~/lib/database/db.server";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { plantDay, plantMinute } from "~/lib/time/plant-clock.server";

/** A moment in the plant's time zone. */
export interface PlantNow {
	today: CivilDate;
	yesterday: CivilDate;
	/** Minutes since midnight. */
	minute: number;
}

export function plantNow(): PlantNow {
	const now = Date.now();
	const today = plantDay(now);
	return { today, yesterday: addDays(today, -1), minute: plantMinute(now) };
}

/**
 * SQL condition for a row of `extras`: the entry has ended. Only such entries count as worked or earned; all others are
 * planned. An entry without a start time counts from its date on.
 */
export function hasEnded({ today, yesterday, minute }: PlantNow) {
	return sql<boolean>`(extras.date < ${yesterday} OR extras.date <= ${today} AND (
		extras.start_minute IS NULL
		OR extras.start_minute + extras.minutes <= ${minute} + iif(extras.date = ${today}, 0, 1440)
	))`;
}
