import type { DocumentImage } from "~/features/documents/photos/document-images.server";
import { db } from "~/lib/database/db.server";
import { documentColumnNames } from "./document-columns";
import { type PersonalDocument, toDocument } from "./documents.server";

export const PAGE_DOCUMENTS = 20;

/** A document in the list, with an excerpt and the first photos. */
export interface ListedDocument extends PersonalDocument {
	images: DocumentImage[];
	imageCount: number;
}

interface ListedPage {
	documents: ListedDocument[];
	/** Cursor of the next page; undefined on the last page. */
	next?: string;
}

/** Maximum number of photos on the card of a document. */
const CARD_IMAGES = 3;
/** Maximum length of the description on a card. */
const CARD_CHARACTERS = 160;

/**
 * One page of the user's documents, newest first.
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
	const page = pageQuery(userId, readCursor(after) ?? NEWEST);
	const rows = await (match ? page.where("id", "in", matching(match)) : page).execute();
	const shown = rows.slice(0, PAGE_DOCUMENTS);
	const last = rows.length > PAGE_DOCUMENTS ? shown.at(-1) : undefined;
	const images = await listCardImages(shown.map(({ id }) => id));
	return {
		documents: shown.map((row) => ({
			...toDocument(row),
			description: excerptOf(row.description),
			...(images.get(row.id) ?? { images: [], imageCount: 0 }),
		})),
		next: last && `${last.created_at}-${last.id}`,
	};
}

/** Query for the rows of one page, and for one row more, which tells whether there is a next page. */
function pageQuery(userId: string, { createdAt, id }: Cursor) {
	return (
		db
			.selectFrom("documents")
			.select(["id", ...documentColumnNames])
			.where("user_id", "=", userId)
			// The OR condition below implies this condition, but SQLite can use the index `documents_by_age` only for a
			// plain comparison such as this.
			.where("created_at", "<=", createdAt)
			.where(({ or, and, eb }) =>
				or([eb("created_at", "<", createdAt), and([eb("created_at", "=", createdAt), eb("id", "<", id)])]),
			)
			.orderBy("created_at", "desc")
			.orderBy("id", "desc")
			.limit(PAGE_DOCUMENTS + 1)
	);
}

function matching(match: string) {
	return db.selectFrom("documents_search").select("rowid").where("documents_search", "match", match);
}

function excerptOf(description: string): string {
	const characters = Array.from(description);
	return characters.length > CARD_CHARACTERS
		? `${characters.slice(0, CARD_CHARACTERS).join("")}…`
		: description;
}

/** The photos of one page of documents, in one query. */
async function listCardImages(documentIds: readonly number[]) {
	const rows = await db
		.selectFrom("document_images")
		.select(["id", "width", "height", "document_id"])
		.where("document_id", "in", documentIds)
		.orderBy("document_id")
		.orderBy("position")
		.execute();
	const byDocument = new Map<number, { images: DocumentImage[]; imageCount: number }>();
	for (const { document_id, ...image } of rows) {
		if (document_id === null) continue;
		const card = byDocument.get(document_id) ?? { images: [], imageCount: 0 };
		byDocument.set(document_id, card);
		card.imageCount += 1;
		if (card.images.length < CARD_IMAGES) card.images.push({ ...image, isPending: false });
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
	createdAt: number;
	id: number;
}

/** Cursor of the first page: later than any document. */
const NEWEST: Cursor = { createdAt: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

function readCursor(after: string | undefined): Cursor | undefined {
	const match = /^(\d{1,15})-(\d{1,15})$/.exec(after ?? "");
	return match ? { createdAt: Number(match[1]), id: Number(match[2]) } : undefined;
}
