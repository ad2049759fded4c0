import { setImmediate } from "node:timers/promises";
import type { Extra } from "~/features/extras/rows/extras.server";
import type { CivilDate } from "~/lib/time/civil-date";
import { filtered, listOldestExtras } from "./extras-list.server";
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
		const extras = await listOldestExtras(userId, filter, PAGE_EXTRAS, { after: last });
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
