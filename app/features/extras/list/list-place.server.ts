import type { ExtraKey } from "~/features/extras/rows/extras.server";
import { publicOrigin } from "~/lib/env.server";
import { returnPath } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { addressAfterDelete, rowId } from "~/ui/toast/list-row";
import { findCursorBefore, listExtras } from "./extras-list.server";
import { filterAddress, readFilter } from "./filter";

/**
 * Finds the page of the list with an entry: the page from which the user came (`redirectTo`), the first page, or the page
 * that begins with the entry.
 * @returns the page's URL with the entry's row, open, and the URL to open after the entry is deleted again. `isHidden`:
 *   the filter hides the entry, so that no page of the list has its row
 */
export async function findListPlace({ userId, idFile }: ExtraKey) {
	const from = returnPath(requestContext().url.searchParams.get("redirectTo"));
	const { searchParams } = new URL(from ?? "/", publicOrigin);
	const { filter } = readFilter(searchParams);
	const given = searchParams.get("after") ?? undefined;
	const cursors = [() => given, () => undefined, () => findCursorBefore({ userId, idFile }, filter)];
	for (const findCursor of cursors) {
		const after = await findCursor();
		const { extras, next } = await listExtras(userId, filter, after);
		const index = extras.findIndex((extra) => extra.idFile === idFile);
		if (index < 0) continue;
		const page: Record<string, string> = after === undefined ? {} : { after };
		const address = filterAddress(filter, { ...page, open: idFile });
		return {
			address: `${address}#${rowId(index)}`,
			afterDelete: addressAfterDelete(filterAddress(filter, page), index, extras.length, next !== undefined),
			isHidden: false,
		};
	}
	const address = filterAddress(filter);
	return { address, afterDelete: address, isHidden: true };
}
