import type { DocumentImage } from "~/features/documents/photos/document-images.server";
import { db, sql } from "~/lib/database/db.server";
import { documentColumnNames } from "./document-columns";
import { type DocumentKey, type PersonalDocument, toDocument } from "./documents.server";

export const PAGE_DOCUMENTS = 20;

/** A document in the list, with an excerpt and the first photo. */
export interface ListedDocument extends PersonalDocument {
	image?: DocumentImage;
	imageCount: number;
}

const MAX_SEARCH_CHARACTERS = 100;

/** Words to search for, from the list's URL; undefined without a search. */
export function readSearch(searchParams: URLSearchParams): string | undefined {
	return searchParams.get("q")?.trim().slice(0, MAX_SEARCH_CHARACTERS);
}

interface ListedPage {
	documents: ListedDocument[];
	/** Cursor of the next page; undefined on the last page. */
	next?: string;
}

/** Maximum length of the description in a row. */
const ROW_CHARACTERS = 160;

/**
 * One page of the user's documents: the first to expire first, then those without an expiry date, the newest first.
 * @param search words that title or description must contain; beginnings of words are enough. Ignores case and accents
 * @param after cursor of the previous page; ignored if malformed
 */
export async function listDocuments(
	userId: string,
	{ search, after }: { search?: string; after?: string } = {},
): Promise<ListedPage> {
	const match = search === undefined ? undefined : matchOf(userId, search);
	// A search text without letters and digits, such as "!", finds nothing.
	if (search !== undefined && !match) return { documents: [] };
	const rows = await pageQuery(userId, match, readCursor(after)).execute();
	const shown = rows.slice(0, PAGE_DOCUMENTS);
	const last = rows.length > PAGE_DOCUMENTS ? shown.at(-1) : undefined;
	const images = await listFirstImages(shown.map(({ id }) => id));
	return {
		documents: shown.map((row) => ({
			...toDocument(row),
			description: excerptOf(row.description),
			...(images.get(row.id) ?? { imageCount: 0 }),
		})),
		next: last && cursorOf(last),
	};
}

/**
 * Cursor of the page that begins with a document, namely of the document before; undefined for the first in the list,
 * and for a document that the list does not contain.
 */
export async function findCursorBefore(
	{ userId, idFile }: DocumentKey,
	search?: string,
): Promise<string | undefined> {
	const match = search === undefined ? undefined : matchOf(userId, search);
	const rows = await listed(userId, match).select(["id", "id_file", "expires_on", "created_at"]).execute();
	const before = rows[rows.findIndex(({ id_file }) => id_file === idFile) - 1];
	return before && cursorOf(before);
}

/** Query for the rows of one page, and for one row more, which tells whether there is a next page. */
function pageQuery(userId: string, match: string | undefined, cursor?: Cursor) {
	const query = listed(userId, match)
		.select(["id", ...documentColumnNames])
		.limit(PAGE_DOCUMENTS + 1);
	if (!cursor) return query;
	const { expiresOn, createdAt, id } = cursor;
	return (
		query
			// The OR condition below implies this condition, but SQLite can use the index only for a plain comparison.
			.where(expiry, ">=", expiresOn)
			.where(({ or, and, eb }) =>
				or([
					eb(expiry, ">", expiresOn),
					eb("created_at", "<", createdAt),
					and([eb("created_at", "=", createdAt), eb("id", "<", id)]),
				]),
			)
	);
}

/** Query for the user's documents in the order of the list. */
function listed(userId: string, match: string | undefined) {
	const query = db
		.selectFrom("documents")
		.where("user_id", "=", userId)
		.orderBy(expiry)
		.orderBy("created_at", "desc")
		.orderBy("id", "desc");
	return match ? query.where("id", "in", matching(match)) : query;
}

/** Expiry date of a document; without one, a date after all others. The index `documents_in_order` has it too. */
const expiry = sql<string>`ifnull(expires_on, '9999-12-31')`;

function matching(match: string) {
	return db.selectFrom("documents_search").select("rowid").where("documents_search", "match", match);
}

function excerptOf(description: string): string {
	const characters = Array.from(description);
	return characters.length > ROW_CHARACTERS
		? `${characters.slice(0, ROW_CHARACTERS).join("")}…`
		: description;
}

/** The first photo of each document of a page, and the number of its photos, in one query. */
async function listFirstImages(documentIds: readonly number[]) {
	const rows = await db
		.selectFrom("document_images")
		.select(["id", "width", "height", "document_id"])
		.where("document_id", "in", documentIds)
		.orderBy("document_id")
		.orderBy("position")
		.execute();
	const byDocument = new Map<number, { image: DocumentImage; imageCount: number }>();
	for (const { document_id, ...image } of rows) {
		if (document_id === null) continue;
		const known = byDocument.get(document_id);
		if (known) known.imageCount += 1;
		else byDocument.set(document_id, { image: { ...image, isPending: false }, imageCount: 1 });
	}
	return byDocument;
}

/**
 * FTS5 (SQLite full-text search) query for documents that contain, for each typed word, a word that begins with it. The
 * typed words are quoted, so that none acts as an operator.
 */
function matchOf(userId: string, search: string): string | undefined {
	const words = search.normalize("NFC").match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu);
	if (!words) return undefined;
	const terms = words.map((word) => `"${word}"*`).join(" AND ");
	return `user_id : "${userId}" AND {title description} : (${terms})`;
}

interface Cursor {
	expiresOn: string;
	createdAt: number;
	id: number;
}

const WITHOUT_EXPIRY = "9999-12-31";

function cursorOf(row: { expires_on: string | null; created_at: number; id: number }): string {
	return `${row.expires_on ?? WITHOUT_EXPIRY}_${row.created_at}_${row.id}`;
}

function readCursor(after: string | undefined): Cursor | undefined {
	const match = /^(\d{4}-\d{2}-\d{2})_(\d{1,15})_(\d{1,15})$/.exec(after ?? "");
	if (!match) return undefined;
	const [, expiresOn = "", createdAt, id] = match;
	return { expiresOn, createdAt: Number(createdAt), id: Number(id) };
}
