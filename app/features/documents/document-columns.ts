import type { DocumentsTable } from "db/schema";
import type { Selectable } from "kysely";
import { counted } from "~/lib/counted";
import { formatShortDate } from "~/lib/time/civil-date";
import type { Deletion } from "~/ui/deletion/delete-dialog";
import * as documentMessages from "./document-messages";
import type { DocumentValues } from "./document-schemas";
import type { PersonalDocument } from "./documents.server";

interface DocumentColumn {
	/** Heading in the table of the owner's export. */
	heading: string | null;
	/** Words in the privacy policy. */
	policy: string | null;
}

/** The columns of `documents` besides its keys. The owner's export and the privacy policy are made from this list. */
export const documentColumns: Record<Exclude<keyof DocumentsTable, "id" | "user_id">, DocumentColumn> = {
	id_file: { heading: null, policy: null },
	title: { heading: "título", policy: "título" },
	description: { heading: "descripción", policy: "descripción" },
	category: { heading: "clase", policy: "clase de papel" },
	at_hand: { heading: "siempre a mano", policy: "si lo querés a mano" },
	expires_on: { heading: "vence", policy: "fechas (la de vencimiento, si la ponés)" },
	reminded_days: { heading: null, policy: "si ya te avisamos que vence" },
	created_at: { heading: "creado", policy: null },
	edited_at: { heading: "editado", policy: null },
};

/** The fields of a document, for the privacy policy. */
export function documentPolicy(): string {
	return Object.values(documentColumns)
		.flatMap(({ policy }) => policy ?? [])
		.join(", ");
}

export type DocumentRow = Selectable<DocumentsTable>;

/** What the form edits, as it is stored: null for an empty field. */
export type DocumentTexts = {
	[Name in keyof DocumentValues]-?:
		| Exclude<DocumentValues[Name], undefined>
		| (undefined extends DocumentValues[Name] ? null : never);
};

type TextColumns = Pick<DocumentRow, "title" | "description" | "category" | "expires_on">;

export function toTextColumns(texts: DocumentValues | DocumentTexts): TextColumns {
	const { title, description, category, expiresOn } = texts;
	return { title, description, category, expires_on: expiresOn ?? null };
}

export function toTexts({ title, description, category, expires_on }: TextColumns): DocumentTexts {
	return { title, description, category, expiresOn: expires_on };
}

type ShownDocument = PersonalDocument & { imageCount?: number };
type Fact = (document: ShownDocument) => string | false | null;

/** What is said of each field below the description of a document; null for a field that stands elsewhere. */
const facts: Record<keyof ShownDocument, Fact | null> = {
	idFile: null,
	title: null,
	description: null,
	category: null,
	expiresOn: null,
	isAtHand: null,
	createdOn: ({ createdOn }) => `Creado el ${formatShortDate(createdOn)}`,
	editedOn: ({ editedOn }) => editedOn && `Editado el ${formatShortDate(editedOn)}`,
	imageCount: ({ imageCount = 0 }) => imageCount > 0 && counted(imageCount, "foto"),
};

/** What a document's row in the list and its page say below its description. */
export function documentFacts(document: ShownDocument): string {
	return Object.values(facts)
		.flatMap((fact) => fact?.(document) || [])
		.join(" · ");
}

/** What is asked before a document is deleted. */
export function deletionOf({ idFile, title }: { idFile: string; title: string }): Deletion {
	return {
		idFile,
		question: documentMessages.deleteDocument,
		what: title,
		consequence: "Se borra con todas sus fotos.",
	};
}
