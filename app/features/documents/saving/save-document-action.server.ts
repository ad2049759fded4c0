import { json } from "@remix-run/node";
import { requireUserToFill } from "~/features/auth/sessions/fill-in.server";
import type { User } from "~/features/auth/users.server";
import { isProposedTitle, proposedTitle } from "~/features/documents/categories";
import type { DocumentTexts } from "~/features/documents/document-columns";
import { listAddress, readFilter } from "~/features/documents/document-filter";
import { findCursorBefore, listDocuments } from "~/features/documents/document-list.server";
import * as documentMessages from "~/features/documents/document-messages";
import { type DocumentValues, documentSchema } from "~/features/documents/document-schemas";
import { type DocumentKey, documentVersion, MAX_DOCUMENTS } from "~/features/documents/documents.server";
import {
	type DocumentImage,
	findPendingIds,
	listImages,
	selectImages,
} from "~/features/documents/photos/document-images.server";
import { isForDialog, leftOut } from "~/features/documents/photos/selected-photo";
import { db } from "~/lib/database/db.server";
import { hasRoom } from "~/lib/database/disk.server";
import { publicOrigin } from "~/lib/env.server";
import { requireIdFile } from "~/lib/forms/form.server";
import { returnPath } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { readUpload, type UploadProblem, uploadProblem } from "~/lib/images/upload-queue.server";
import * as messages from "~/lib/messages";
import { saveRecordForm } from "~/lib/records/save-record-form.server";
import { plantDay } from "~/lib/time/plant-clock.server";
import { rowId } from "~/ui/toast/list-row";
import { type DocumentForm, readDocumentForm, readTextsOnly } from "./read-document-form.server";
import { saveDocument } from "./save-document.server";
import { type LeftOut, savePendingImages } from "./store-images.server";

/**
 * Saves the document form like that of any record, after its photos are stored. With `intent` "images", which only
 * JavaScript sends, only stores or removes photos.
 * @param title title of the page with the form
 * @param edited key of the edited document; undefined for a new one
 * @returns the form to show again, with the problems and the uploaded photos; for `intent` "images", the problems
 *   (`refused`) and the ids of the uploaded photos (`kept`)
 * @throws Response redirect after saving; 401 when the session has ended meanwhile; 400 for an unreadable form; 404 for a
 *   missing document
 */
export async function saveDocumentAction(request: Request, user: User, title: string, edited?: string) {
	const { form, problem } = await readForm(request, user.id);
	// While photos arrive, the account may be deleted elsewhere, or the session ended.
	await requireUserToFill(request, { title, schema: documentSchema, read: async () => form });
	const { fields, removeImages, keptImages, images } = form;
	const idFile = requireIdFile(edited ?? fields.idFile);
	const key = { userId: user.id, idFile };
	const isEarly = fields.intent === "images";
	/** Stores the photos, and returns what is wrong with them. */
	const storeImages = async () => {
		const { isVerified } = user;
		const unstored = await savePendingImages({ key, isVerified, removeImages, images, isEarly });
		return problem ? [problem.text] : [...form.problems, ...leftOutTexts(unstored, isVerified)];
	};
	if (isEarly) {
		try {
			const refused = await storeImages();
			const hashes = images.map(({ sha256 }) => sha256);
			const kept = problem ? [] : await findPendingIds(user.id, idFile, hashes);
			const status = problem?.code ?? (refused.length > 0 ? 400 : 200);
			return json({ refused, kept }, { status, headers: problem?.headers });
		} catch (error) {
			const { text, code } = uploadProblem(error, failure);
			return json({ refused: [text], kept: [] }, { status: code });
		}
	}
	return saveRecordForm(fields, documentSchema, {
		failure: edited ? documentMessages.documentNotEdited : documentMessages.documentNotAdded,
		full: FULL,
		toForm: (texts: DocumentTexts) => texts,
		versionOf: documentVersion,
		async more() {
			const stored = await listImages(user.id, idFile).catch((): DocumentImage[] => []);
			return { idFile, images: stored, removeImages };
		},
		async prepare() {
			const problems = await storeImages();
			const stored = await selectImages(db, user.id, idFile);
			// What the page does not know of was taken out or changed after its answer was lost.
			const isKnown = ({ id, sha256 }: (typeof stored)[number]) =>
				keptImages.some((kept) => kept.split(" ")[0] === id) ||
				images.some((image) => image.sha256 === sha256);
			const lost = stored.filter((row) => row.document_id === null && !isKnown(row));
			if (fields.onlyKept) removeImages.push(...lost.map(({ id }) => id));
			const isErased = (kept: string) => {
				const [id = "", hash] = kept.split(" ");
				// A phone that was without signal has sent its photos again before this form, and they have new ids.
				return !removeImages.includes(id) && !stored.some((row) => row.id === id || row.sha256 === hash);
			};
			if (keptImages.some(isErased)) problems.push(ERASED);
			if (problems.length === 0) return undefined;
			const failure = problems.filter(isForDialog).join(" ");
			return { field: "images", error: problems.join(" "), failure, ...problem };
		},
		async save(values, isPresent) {
			const document = { key, values: edited ? values : withTitle(values), removeImages };
			const saved = await saveDocument(document, edited !== undefined, isPresent);
			if (saved.status !== "too-many") return saved;
			const error = messages.tooManyImages;
			return { status: "refused", field: "images", error, failure: error };
		},
		async next(_values, status) {
			const text = status === "changed" ? CHANGED : edited ? "Documento editado" : "Documento agregado";
			return [await findDocumentPlace(key, requestContext().url.searchParams.get("redirectTo")), { text }];
		},
	});
}

/** Reads the whole form, or only the form's texts when the server cannot accept photos at the moment. */
async function readForm(
	request: Request,
	userId: string,
): Promise<{ form: DocumentForm; problem?: UploadProblem }> {
	const withoutImages = async (request: Request, problem: UploadProblem) => {
		const form = await readTextsOnly(request);
		return form.hasImages ? { form, problem } : { form };
	};
	const problem = await hasRoom().then(
		(isRoom) => (isRoom ? undefined : { text: failure.full, code: 507 }),
		(error: unknown) => uploadProblem(error, failure),
	);
	if (problem) return withoutImages(request, problem);
	const read = async (request: Request) => ({ form: await readDocumentForm(request) });
	return readUpload(request, userId, read, (request, error) =>
		withoutImages(request, uploadProblem(error, failure)),
	);
}

/** Without script, the proposed title does not follow the chosen kind of paper while the form is filled in. */
function withTitle(values: DocumentValues): DocumentValues {
	const today = plantDay(requestContext().resend?.firstSentAt ?? Date.now());
	const { title, category } = values;
	return isProposedTitle(title, today) ? { ...values, title: proposedTitle(category, today) } : values;
}

/**
 * Finds the page of the list with a document that was just saved: the page from which the user came, the first page, or
 * the page that begins with the document. A filter that leaves the document out is dropped.
 * @param from untrusted URL of the list from which the user came
 * @returns the page's URL with the document's row, open
 */
async function findDocumentPlace(key: DocumentKey, from: string | null): Promise<string> {
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

function leftOutTexts({ "too-many": tooMany, "no-room": noRoom }: LeftOut, isVerified: boolean): string[] {
	const full = isVerified ? FULL_OF_PHOTOS : FULL_UNTIL_VERIFIED;
	return [
		...(tooMany.length > 0 ? [`${messages.tooManyImages} ${leftOut(tooMany)}`] : []),
		...(noRoom.length > 0 ? [`${full} ${leftOut(noRoom)}`] : []),
	];
}

const FULL_OF_PHOTOS =
	"Llegaste al límite de fotos: 500 MB y 1500 fotos. Quitá alguna o eliminá un documento.";
const FULL_UNTIL_VERIFIED =
	"Llegaste al límite de fotos: 20 MB hasta que verifiques tu correo, y 1 GB entre todas las cuentas sin verificar. Verificá tu correo, quitá alguna o eliminá un documento.";
const FULL = `Llegaste a los ${MAX_DOCUMENTS} documentos. Eliminá alguno que ya no uses.`;
const ERASED =
	"Las fotos sin guardar se conservan un día, y alguna ya no está. Fijate cuál falta y elegila de nuevo.";
const CHANGED = "Documento editado: ya lo habías guardado con este formulario, y ahora dice lo último.";
const failure = {
	busy: `${messages.photoFailed} Hay muchas personas subiendo fotos. Esperá unos segundos y probá de nuevo.`,
	full: `${messages.photoFailed} En el servidor no queda lugar para fotos nuevas. Lo que ya estaba guardado sigue. Probá mañana, o avisale a quien lo administra.`,
	ours: `${messages.photoFailed} Es un problema nuestro, no tuyo. Lo que escribiste sigue acá: probá de nuevo en un rato.`,
};
