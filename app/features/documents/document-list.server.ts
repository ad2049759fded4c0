import type { DocumentImage } from "~/features/documents/photos/document-images.server";
import { db } from "~/lib/database/db.server";
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
	let query = db
		.selectFrom("documents")
		.select([
			"documents.id",
			"documents.id_file",
			"documents.title",
			"documents.description",
			"documents.expires_on",
			"documents.created_at",
			"documents.edited_at",
		])
		.where("documents.user_id", "=", userId)
		.orderBy("documents.created_at", "desc")
		.orderBy("documents.id", "desc")
		.limit(PAGE_DOCUMENTS + 1);
	if (search !== undefined) {
		const match = matchOf(userId, search);
		// A search text without letters and digits, such as "!", finds nothing.
		if (!match) return { documents: [] };
		query = query
			.innerJoin("documents_search", "documents_search.rowid", "documents.id")
			.where("documents_search.documents_search", "match", match);
	}
	const cursor = readCursor(after);
	if (cursor) {
		query = query
			// The OR condition below implies this condition, but SQLite can use the index `documents_by_age` only for a
			// plain comparison such as this.
			.where("documents.created_at", "<=", cursor.createdAt)
			.where(({ or, and, eb }) =>
				or([
					eb("documents.created_at", "<", cursor.createdAt),
					and([eb("documents.created_at", "=", cursor.createdAt), eb("documents.id", "<", cursor.id)]),
				]),
			);
	}
	const rows = await query.execute();
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

function readCursor(after: string | undefined): { createdAt: number; id: number } | undefined {
	const match = /^(\d{1,15})-(\d{1,15})$/.exec(after ?? "");
	return match ? { createdAt: Number(match[1]), id: Number(match[2]) } : undefined;
}
