import { listAddress, readFilter } from "~/features/documents/document-filter";
import { findCursorBefore, listDocuments } from "~/features/documents/document-list.server";
import type { DocumentKey } from "~/features/documents/documents.server";
import { publicOrigin } from "~/lib/env.server";
import { returnPath } from "~/lib/http/http.server";
import { rowId } from "~/ui/toast/list-row";

/**
 * Finds the page of the list with a document that was just saved: the page from which the user came, the first page, or
 * the page that begins with the document. A filter that leaves the document out is dropped.
 * @param from untrusted URL of the list from which the user came
 * @returns the page's URL with the document's row, open
 */
export async function findDocumentPlace(key: DocumentKey, from: string | null): Promise<string> {
	const { searchParams } = new URL(returnPath(from) ?? "/", publicOrigin);
	const filter = readFilter(searchParams);
	const given = searchParams.get("after") ?? undefined;
	const places = [
		{ filter, after: given },
		{ filter, after: undefined },
		{ filter, after: await findCursorBefore(key, filter) },
		{ filter: {}, after: await findCursorBefore(key) },
	];
	for (const { filter, after } of places) {
		const { documents } = await listDocuments(key.userId, filter, after);
		const index = documents.findIndex(({ idFile }) => idFile === key.idFile);
		if (index >= 0) return `${listAddress(filter, after, key.idFile)}#${rowId(index)}`;
	}
	return listAddress();
}
