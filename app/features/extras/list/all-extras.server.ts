import { setImmediate } from "node:timers/promises";
import type { Extra } from "~/features/extras/rows/extras.server";
import { listOldestExtras } from "./extras-list.server";
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
