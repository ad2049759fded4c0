import type { DocumentImage } from "~/features/documents/photos/document-images.server";
import { db, sql } from "~/lib/database/db.server";
import type { Category } from "./categories";
import type { DocumentFilter } from "./document-filter";
import { type DocumentKey, type PersonalDocument, toDocument } from "./documents.server";

const PAGE_DOCUMENTS = 20;

/** A document in the list, with an excerpt, and the first photo and the number of photos if it has some. */
export interface ListedDocument extends PersonalDocument {
	image?: DocumentImage;
	imageCount?: number;
}

/** Maximum length of the description in a row. */
const ROW_CHARACTERS = 160;

/**
 * One page of the user's documents: the first to expire first, then those without an expiry date, the newest first.
 * @param filter words that title or description must contain: beginnings of words are enough, case and accents are
 *   ignored; and the kind of document
 * @param after cursor of the previous page; ignored if malformed
 * @returns `next`: cursor of the next page; undefined on the last page
 */
export async function listDocuments(userId: string, filter: DocumentFilter = {}, after?: string) {
	const found = await findIds(userId, filter.search);
	// One row more than the page, which tells whether there is a next page.
	let query = listed(userId, filter.category, found)
		.selectAll()
		.limit(PAGE_DOCUMENTS + 1);
	const cursor = readCursor(after);
	if (cursor)
		query = query
			// The condition below implies this one, but SQLite can use the index only for a plain comparison.
			.where(expiry, ">=", cursor.expiresOn)
			.where(
				sql<boolean>`(${expiry}, -created_at, -id) > (${cursor.expiresOn}, ${-cursor.createdAt}, ${-cursor.id})`,
			);
	const rows = await query.execute();
	const shown = rows.slice(0, PAGE_DOCUMENTS);
	const last = rows.length > PAGE_DOCUMENTS ? shown.at(-1) : undefined;
	const images = await listFirstImages(shown.map(({ id }) => id));
	return {
		documents: shown.map(
			(row): ListedDocument => ({
				...toDocument(row),
				description: excerptOf(row.description),
				...images.get(row.id),
			}),
		),
		next: last && cursorOf(last),
	};
}

/**
 * Cursor of the page that begins with a document, namely of the document before; undefined for the first in the list,
 * and for a document that the list does not contain.
 */
export async function findCursorBefore({ userId, idFile }: DocumentKey, filter: DocumentFilter = {}) {
	const rows = await listed(userId, filter.category, await findIds(userId, filter.search))
		.select(["id", "id_file", "expires_on", "created_at"])
		.execute();
	const before = rows[rows.findIndex(({ id_file }) => id_file === idFile) - 1];
	return before && cursorOf(before);
}

/**
 * Query for the user's documents in the order of the list.
 * @param ids the only documents to list; by default all
 */
export function listed(userId: string, category?: Category, ids?: readonly number[]) {
	let query = db
		.selectFrom("documents")
		.where("user_id", "=", userId)
		.orderBy(expiry)
		.orderBy("created_at", "desc")
		.orderBy("id", "desc");
	if (category) query = query.where("category", "=", category);
	// One statement for any number of documents.
	return ids
		? query.where("id", "in", sql<number>`(SELECT value FROM json_each(${JSON.stringify(ids)}))`)
		: query;
}

/** Expiry date of a document; without one, a date after all others. The index `documents_in_order` has it too. */
const expiry = sql<string>`ifnull(expires_on, '9999-12-31')`;

/**
 * The documents that contain, for each typed word, a word that begins with it; undefined without a search. A search text
 * without letters and digits, such as "!", finds nothing. Reads all texts of the user, who has 300 documents at most.
 */
async function findIds(userId: string, search: string | undefined): Promise<number[] | undefined> {
	if (search === undefined) return undefined;
	const typed = wordsOf(search);
	if (typed.length === 0) return [];
	const rows = await db
		.selectFrom("documents")
		.select(["id", "title", "description"])
		.where("user_id", "=", userId)
		.execute();
	const isFound = (words: readonly string[]) =>
		typed.every((word) => words.some((one) => one.startsWith(word)));
	return rows
		.filter(({ title, description }) => isFound(wordsOf(`${title} ${description}`)))
		.map(({ id }) => id);
}

/** The words of a text, without accents, in small letters. */
function wordsOf(text: string): readonly string[] {
	const plain = text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
	return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function excerptOf(description: string): string {
	const characters = Array.from(description);
	return characters.length > ROW_CHARACTERS
		? `${characters.slice(0, ROW_CHARACTERS).join("")}…`
		: description;
}

/** The first photo of each document of a page, and the number of its photos. */
async function listFirstImages(documentIds: readonly number[]) {
	const rows = await db
		.selectFrom("document_images")
		.select(({ fn }) => [
			"document_id",
			fn.countAll<number>().as("imageCount"),
			fn.min("position").as("first"),
		])
		// SQLite takes these columns from the row with the smallest position.
		.select(["id", "width", "height"])
		.where("document_id", "in", documentIds)
		.groupBy("document_id")
		.execute();
	return new Map(
		rows.map(({ document_id, imageCount, id, width, height }) => [
			document_id,
			{ image: { id, width, height, isPending: false }, imageCount },
		]),
	);
}

const WITHOUT_EXPIRY = "9999-12-31";

function cursorOf(row: { expires_on: string | null; created_at: number; id: number }): string {
	return `${row.expires_on ?? WITHOUT_EXPIRY}_${row.created_at}_${row.id}`;
}

function readCursor(after: string | undefined) {
	const match = /^(\d{4}-\d{2}-\d{2})_(\d{1,15})_(\d{1,15})$/.exec(after ?? "");
	if (!match) return undefined;
	const [, expiresOn = "", createdAt, id] = match;
	return { expiresOn, createdAt: Number(createdAt), id: Number(id) };
}
