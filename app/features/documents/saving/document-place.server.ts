import { findCursorBefore, listDocuments, readSearch } from "~/features/documents/document-list.server";
import type { DocumentKey } from "~/features/documents/documents.server";
import { publicOrigin } from "~/lib/env.server";
import { returnPath } from "~/lib/http/http.server";
import { rowId } from "~/ui/toast/list-row";

/**
 * Finds the page of the list with a document that was just saved: the page from which the user came, the first page, or
 * the page that begins with the document. A search that does not find the document is left out.
 * @param from untrusted URL of the list from which the user came
 * @returns the page's URL with the document's row, open
 */
export async function findDocumentPlace(key: DocumentKey, from: string | null): Promise<string> {
	const { searchParams } = new URL(returnPath(from) ?? "/", publicOrigin);
	const search = readSearch(searchParams);
	const given = searchParams.get("after") ?? undefined;
	const places = [
		{ search, after: given },
		{ search, after: undefined },
		{ search, after: await findCursorBefore(key, search) },
		{ search: undefined, after: await findCursorBefore(key) },
	];
	for (const { search, after } of places) {
		const { documents } = await listDocuments(key.userId, { search, after });
		const index = documents.findIndex(({ idFile }) => idFile === key.idFile);
		if (index < 0) continue;
		const query = new URLSearchParams({ open: key.idFile });
		if (search !== undefined) query.set("q", search);
		if (after !== undefined) query.set("after", after);
		return `${LIST}?${query}#${rowId(index)}`;
	}
	return LIST;
}

const LIST = "/auth/my-documents";
