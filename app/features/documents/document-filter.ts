import { type Category, isCategory } from "./categories";

/** Which documents the list shows: those with these words, of this kind. */
export interface DocumentFilter {
	search?: string;
	category?: Category;
}

const MAX_SEARCH_CHARACTERS = 100;

/** Reads the filter from the list's URL. An unknown kind counts as none. */
export function readFilter(searchParams: URLSearchParams): DocumentFilter {
	const category = searchParams.get("category");
	return {
		search: searchParams.get("q")?.trim().slice(0, MAX_SEARCH_CHARACTERS),
		category: isCategory(category) ? category : undefined,
	};
}

/** URL of a page of the list. `open`: id of the document whose row is open. */
export function listAddress({ search, category }: DocumentFilter = {}, after?: string, open?: string) {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries({ open, q: search, category, after }))
		if (value !== undefined) query.set(name, value);
	const text = query.toString();
	return text ? `/auth/my-documents?${text}` : "/auth/my-documents";
}

/** URL of the form for a new document, from which one comes back to `list`. */
export function addAddress(list: string): string {
	const add = "/auth/my-document/add-document";
	return list === listAddress() ? add : `${add}?redirectTo=${encodeURIComponent(list)}`;
}
