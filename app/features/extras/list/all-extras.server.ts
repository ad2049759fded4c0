import { setImmediate } from "node:timers/promises";
import { type Extra, extraColumns, toExtra } from "~/features/extras/rows/extras.server";
import { readPremiums } from "~/features/law/premiums";
import { sql } from "~/lib/database/db.server";
import type { CivilDate } from "~/lib/time/civil-date";
import { filtered } from "./extras-list.server";
import type { ExtrasFilter } from "./filter";

/** Maximum number of entries in memory at once. */
const PAGE_EXTRAS = 100;

/**
 * Reads all entries that match the filter page by page, oldest first. If the user changes an entry's date between two
 * pages, that entry may be repeated or missing.
 */
export async function* pagesOfExtras(userId: string, filter: ExtrasFilter): AsyncGenerator<Extra[]> {
	let last: Extra | undefined;
	do {
		let query = filtered(userId, filter)
			.select(extraColumns)
			.orderBy("date")
			.orderBy("created_at")
			.orderBy("id_file")
			.limit(PAGE_EXTRAS);
		if (last) {
			const { date, createdAt, idFile } = last;
			query = query.where(({ refTuple, tuple, eb }) =>
				eb(refTuple("date", "created_at", "id_file"), ">", tuple(date, createdAt, idFile)),
			);
		}
		const extras = (await query.execute()).map(toExtra);
		if (extras.length > 0) yield extras;
		last = extras[PAGE_EXTRAS - 1];
		// Lets other requests run between two pages.
		await setImmediate();
	} while (last);
}

/** Dates of the first and the last matching entry; null if there is none. */
export function daysOfExtras(userId: string, filter: ExtrasFilter) {
	return filtered(userId, filter)
		.select(({ fn }) => [
			fn.min<CivilDate | null>("date").as("first"),
			fn.max<CivilDate | null>("date").as("last"),
		])
		.executeTakeFirstOrThrow();
}

/** The keys of `Premiums` that the matching entries have. */
export async function listPremiumKeys(userId: string, filter: ExtrasFilter): Promise<string[]> {
	const row = await filtered(userId, filter)
		.select(sql<string | null>`group_concat(DISTINCT premiums)`.as("premiums"))
		.executeTakeFirst();
	return Object.keys(readPremiums(row?.premiums ?? null));
}
