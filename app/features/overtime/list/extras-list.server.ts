import { type Extra, extraColumns, toExtra } from "~/features/overtime/extras/extras.server";
import type { WorkTime } from "~/features/overtime/law/rest";
import { db } from "~/lib/database/db.server";
import type { CivilDate } from "~/lib/time/civil-date";
import type { ExtrasFilter } from "./filter";

export const PAGE_EXTRAS = 25;
/** Upper bound on overtime entries per printed sheet, about thirty pages. */
export const MAX_ON_SHEET = 1000;

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

/**
 * Upper bound on the overtime entries that are read to compute the rest times on one page, far above any realistic
 * number.
 */
const MAX_TIMES = 5000;

interface Cursor {
	date: CivilDate;
	createdAt: number;
	idFile: string;
}

/**
 * One page of a user's overtime entries, ordered by date and creation time, newest first.
 * @param after cursor of the previous page; an unreadable cursor is ignored
 */
export async function listExtras(
	userId: string,
	filter: ExtrasFilter,
	after?: string,
): Promise<{ extras: Extra[]; next?: string }> {
	const cursor = readCursor(after);
	let query = filtered(userId, filter)
		.select(extraColumns)
		.orderBy("date", "desc")
		.orderBy("created_at", "desc")
		.orderBy("id_file", "desc")
		.limit(PAGE_EXTRAS + 1);
	if (cursor) {
		query = query
			// The OR condition below is sufficient only together with this condition. SQLite can use the primary key
			// for this condition, but not for the OR condition.
			.where("date", "<=", cursor.date)
			.where(({ or, and, eb }) =>
				or([
					eb("date", "<", cursor.date),
					eb("created_at", "<", cursor.createdAt),
					and([eb("created_at", "=", cursor.createdAt), eb("id_file", "<", cursor.idFile)]),
				]),
			);
	}
	const rows = await query.execute();
	const shown = rows.slice(0, PAGE_EXTRAS).map(toExtra);
	const last = rows.length > PAGE_EXTRAS ? shown.at(-1) : undefined;
	return { extras: shown, next: last && `${last.date}_${last.createdAt}_${last.idFile}` };
}

/** The first `limit` overtime entries that match the filter, oldest first. */
export async function listOldestExtras(
	userId: string,
	filter: ExtrasFilter,
	limit: number,
): Promise<Extra[]> {
	const rows = await filtered(userId, filter)
		.select(extraColumns)
		.orderBy("date")
		.orderBy("created_at")
		.orderBy("id_file")
		.limit(limit)
		.execute();
	return rows.map(toExtra);
}

/** Totals of the overtime entries that match the filter. */
export async function sumExtras(userId: string, filter: ExtrasFilter): Promise<Totals> {
	const sums = await filtered(userId, filter)
		.select(({ fn }) => [
			fn.countAll<number>().as("count"),
			fn.count<number>("start_minute").as("withStart"),
			fn.sum<number | null>("minutes").as("minutes"),
			fn.sum<number | null>("minutes_50").as("minutes50"),
			fn.sum<number | null>("minutes_100").as("minutes100"),
			fn.sum<number | null>("minutes_unclassified").as("minutesUnclassified"),
			fn.sum<number | null>("minutes_night").as("minutesNight"),
			fn.sum<number | null>("is_start_proposed").as("proposedStarts"),
			fn.sum<number | null>("needs_review").as("toReview"),
		])
		.executeTakeFirstOrThrow();
	const { count, withStart } = sums;
	return {
		count,
		minutes: sums.minutes ?? 0,
		minutes50: sums.minutes50 ?? 0,
		minutes100: sums.minutes100 ?? 0,
		minutesUnclassified: sums.minutesUnclassified ?? 0,
		minutesNight: sums.minutesNight ?? 0,
		withoutStart: count - withStart,
		proposedStarts: sums.proposedStarts ?? 0,
		toReview: sums.toReview ?? 0,
	};
}

/** Working times of the overtime entries on the given days; without a start time, `startMinute` is null. */
export async function listTimes(
	userId: string,
	dates: readonly CivilDate[],
): Promise<(Omit<WorkTime, "startMinute"> & { idFile: string; startMinute: number | null })[]> {
	return db
		.selectFrom("extras")
		.select([
			"id_file as idFile",
			"date",
			"start_minute as startMinute",
			"minutes",
			"is_start_proposed as isStartProposed",
		])
		.where("user_id", "=", userId)
		.where("date", "in", dates)
		.limit(MAX_TIMES)
		.execute();
}

/** Query for a user's overtime entries that match the filter. */
export function filtered(userId: string, { start, end, shift, review }: ExtrasFilter) {
	let query = db.selectFrom("extras").where("user_id", "=", userId);
	if (start) query = query.where("date", ">=", start);
	if (end) query = query.where("date", "<=", end);
	if (shift) query = query.where("shift", "=", shift);
	if (review) query = query.where("needs_review", "=", 1);
	return query;
}

function readCursor(after: string | undefined): Cursor | undefined {
	const match = /^(\d{4}-\d{2}-\d{2})_(\d{1,15})_([0-9a-f-]{36})$/.exec(after ?? "");
	if (!match) return undefined;
	const [, date = "", createdAt, idFile = ""] = match;
	return { date, createdAt: Number(createdAt), idFile };
}
