import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { MAX_DAYS } from "~/features/own-days/own-day-schemas";
import { db, sql } from "~/lib/database/db.server";
import { env, publicOrigin } from "~/lib/env.server";
import { addDays, type CivilDate, datePartsOf } from "~/lib/time/civil-date";
import type { Feed } from "./calendar-feeds.server";
import { feedWindow, MAX_EXTRA_EVENTS } from "./person-calendar.server";

/** Hash of the running server bundle. A new build may write other texts into the calendar, and has another hash. */
const build = createHash("sha256")
	.update(readFileSync(new URL(import.meta.url)))
	.digest("base64url");

/**
 * Returns a text that changes whenever the content of a user's calendar file changes. Takes much less time than writing
 * the file. Must read all data that `personCalendar` reads to write the file.
 */
export async function feedVersion(feed: Feed, today: CivilDate): Promise<string> {
	const { userId, alarms, updatedAt } = feed;
	const { first, last } = feedWindow(today);
	const { rows } = await sql<Record<string, string | null>>`SELECT
		(SELECT json_array(diagram, crew, cycle_start) FROM users WHERE id = ${userId}) AS profile,
		(SELECT json_group_array(json_array(since, diagram, crew, cycle_start, changed_at))
			FROM rotation_history WHERE user_id = ${userId}) AS history,
		(SELECT json_group_array(json_array(first_day, last_day, kind, crew)) FROM own_days
			WHERE user_id = ${userId} AND first_day > ${addDays(first, -MAX_DAYS)} AND first_day <= ${last}) AS ownDays,
		(SELECT json_group_array(json_array(date, changed_at)) FROM changed_days
			WHERE user_id = ${userId} AND date BETWEEN ${first} AND ${last}) AS changedDays,
		(SELECT json_group_array(json_array(date, changed_at)) FROM changed_holidays
			WHERE date BETWEEN ${first} AND ${last}) AS changedHolidays,
		(SELECT json_group_array(
				json_array(id_file, date, minutes, start_minute, is_start_proposed, created_at, edited_at))
			FROM (SELECT * FROM extras WHERE user_id = ${userId} AND date BETWEEN ${first} AND ${last}
				ORDER BY date, created_at, id_file LIMIT ${MAX_EXTRA_EVENTS})) AS extras,
		(SELECT json_group_array(json_array(id, cycle, crews, offset_days, anchor, anchor_confirmed, hours, updated_at))
			FROM diagramas) AS diagrams,
		(SELECT json_group_array(json_array(date, name, kind, confirmed)) FROM feriados
			WHERE date BETWEEN ${`${datePartsOf(first).year}-01-01`} AND ${`${datePartsOf(last).year}-12-31`}) AS holidays
	`.execute(db);
	return JSON.stringify([build, publicOrigin, env.TZ_APP, userId, alarms, updatedAt, first, last, rows]);
}
