import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import sharp from "sharp";
import { db } from "~/lib/database/db.server";
import { action as editAction } from "~/routes/auth.edit-document.$idFile";
import { action as addAction } from "~/routes/auth.my-document.add-document";
import { signedInUser } from "./accounts";
import { argsFor, responseOf } from "./requests";

export const LIST = "/auth/my-documents";
/** URL after a document is saved: the list at its row, which is open. */
export const SAVED = /^\/auth\/my-documents\?open=[0-9a-f-]{36}\S*#fila-\d+$/;
export const ADD = "/auth/my-document/add-document";

/** Fields of a document form. Omitted fields are not sent, but title, description and `idFile` have defaults. */
export interface SentDocument {
	intent?: string;
	idFile?: string;
	title?: string;
	description?: string;
	expiresOn?: string;
	category?: string;
	version?: string;
	resume?: string;
	person?: string;
	email?: string;
	password?: string;
	removeImages?: readonly string[];
	keptImages?: readonly string[];
	images?: readonly (Uint8Array | File)[];
}

/** Body of a document form as a browser sends it: text fields first, then photos. */
export function documentBody({
	removeImages = [],
	keptImages = [],
	images = [],
	...sent
}: SentDocument): FormData {
	const body = new FormData();
	// A form with the intent "images" has no texts: the page's script sends a photo before the document's form.
	const defaults = sent.intent === "images" ? {} : { title: "Licencia", description: "Clase D1" };
	const texts = { idFile: randomUUID(), ...defaults, ...sent };
	for (const [name, value] of Object.entries(texts)) {
		if (value !== undefined) body.append(name, value);
	}
	for (const id of removeImages) body.append("removeImages", id);
	for (const id of keptImages) body.append("keptImages", id);
	for (const [index, image] of images.entries()) {
		const file = image instanceof File ? image : new File([new Uint8Array(image)], `foto-${index + 1}.jpg`);
		body.append("images", file);
	}
	return body;
}

/** Sends the form of a new document to the action of its page. */
export function add(sent: SentDocument | FormData, headers: Record<string, string>): Promise<Response> {
	const body = sent instanceof FormData ? sent : documentBody(sent);
	return responseOf(() => addAction(argsFor(ADD, {}, { method: "POST", body, headers })));
}

/** Sends the form of a stored document to the action of its edit page. */
export function edit(
	idFile: string,
	sent: SentDocument | FormData,
	headers: Record<string, string>,
	search = "",
): Promise<Response> {
	const body = sent instanceof FormData ? sent : documentBody({ idFile, ...sent });
	const path = `/auth/edit-document/${idFile}${search}`;
	return responseOf(() => editAction(argsFor(path, { idFile }, { method: "POST", body, headers })));
}

/** Adds a signed-in user with one document, by default with one photo. */
export async function withDocument(sent: SentDocument = {}) {
	const { user, headers } = await signedInUser();
	const idFile = randomUUID();
	await add({ idFile, images: [await photo(1)], ...sent }, headers);
	return { user, headers, idFile };
}

/** A small JPEG, different for each number. */
export function photo(number = 0): Promise<Buffer> {
	const background = { r: (number * 37) % 256, g: (number * 91) % 256, b: number % 256 };
	return sharp({ create: { width: 40, height: 30, channels: 3, background } })
		.jpeg()
		.toBuffer();
}

export function photos(count: number, from = 0): Promise<Buffer[]> {
	return Promise.all(Array.from({ length: count }, (_, index) => photo(from + index)));
}

export function documentsOf({ id }: { id: string }) {
	return db.selectFrom("documents").selectAll().where("user_id", "=", id).orderBy("id").execute();
}

export function imagesOf({ id }: { id: string }) {
	return db.selectFrom("document_images").selectAll().where("user_id", "=", id).orderBy("position").execute();
}

/** Names of the files in the uploads folder, without a server's trial of the folder; empty while it does not exist. */
export function uploadedFiles(): string[] {
	try {
		return readdirSync(process.env.UPLOADS_DIR ?? "")
			.filter((name) => name !== ".probe")
			.sort();
	} catch {
		return [];
	}
}

/** Names of the files that belong to the rows of the table `document_images`. */
export async function filesInRows(): Promise<string[]> {
	const rows = await db.selectFrom("document_images").select("id").execute();
	return rows.flatMap(({ id }) => [`${id}-1600.webp`, `${id}-320.webp`]).sort();
}
