import type { SubmissionResult } from "@conform-to/react";
import { json } from "@remix-run/node";
import type { User } from "~/features/auth/users.server";
import type { DocumentTexts } from "~/features/documents/document-columns";
import { documentSchema } from "~/features/documents/document-schemas";
import { documentVersion, MAX_DOCUMENTS } from "~/features/documents/documents.server";
import {
	type DocumentImage,
	findPendingIds,
	listImages,
} from "~/features/documents/photos/document-images.server";
import { isForDialog } from "~/features/documents/photos/selected-photo";
import { hasRoom, isDiskFull } from "~/lib/database/disk.server";
import { parseFields, requireIdFile, typedIn } from "~/lib/forms/form.server";
import { notFound, returnPath } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { readUpload } from "~/lib/images/upload-queue.server";
import { logFailure } from "~/lib/log.server";
import * as messages from "~/lib/messages";
import { OURS } from "~/lib/records/save-record-form.server";
import { QueueFullError } from "~/lib/semaphore.server";
import { type DocumentForm, readDocumentForm, readTextsOnly } from "./read-document-form.server";
import { createDocument, savePendingImages, updateDocument } from "./save-document.server";
import type { LeftOut } from "./store-images.server";

/** Problems that the form's schema does not detect. */
interface Problems {
	images?: string[];
	form?: string[];
	/** Status of the response; 400 by default. */
	status?: number;
	headers?: HeadersInit;
	failure?: string;
	/** Texts that another tab or device saved after the form was loaded. */
	saved?: DocumentTexts;
}

/**
 * Saves the document form. With `intent` "images", which only JavaScript sends, stores or removes photos and leaves
 * the document unchanged.
 * @param edited key of the edited document; undefined for a new one
 * @returns the form to show again, with the problems and the uploaded photos; for `intent` "images", see
 *   `photoResponse`
 * @throws Response redirect after saving; 400 for an unreadable form; 404 for a missing document
 */
export async function saveDocumentAction(request: Request, user: User, edited?: string) {
	const { form, uploadProblem } = await readForm(request, user.id);
	const idFile = requireIdFile(edited ?? form.fields.idFile);
	const { removeImages, images } = form;
	const change = { key: { userId: user.id, idFile }, isVerified: user.isVerified, removeImages, images };
	const submission = parseFields(form.fields, documentSchema);
	// An edited document keeps its place in the list, and a new one is the first.
	const target = returnPath(requestContext().url.searchParams.get("redirectTo")) ?? LIST;

	const show = async (result: SubmissionResult<string[]>, { failure, saved, status, headers }: Problems) => {
		const stored = await listImages(user.id, idFile).catch((): DocumentImage[] => []);
		const version = saved ? documentVersion(saved) : form.fields.version;
		const isResumed = Boolean(form.fields.resume);
		const shown = { result, idFile, version, saved, images: stored, removeImages, failure, isResumed };
		return json(shown, { status, headers });
	};
	const refuse = ({ images, form, ...problems }: Problems) => {
		const fieldErrors = images?.length ? { images: [images.join(" ")] } : undefined;
		const failure = problems.failure ?? (images?.filter(isForDialog).join(" ") || undefined);
		return show(submission.reply({ formErrors: form, fieldErrors }), { status: 400, ...problems, failure });
	};

	try {
		if (form.fields.intent === "images") {
			const refused = [...form.problems, ...leftOutTexts(await savePendingImages(change))];
			if (uploadProblem?.images) return photoResponse(uploadProblem.images, uploadProblem);
			const hashes = images.map(({ sha256 }) => sha256);
			const ids = await findPendingIds(user.id, idFile, hashes);
			return photoResponse(refused, { status: refused.length > 0 ? 400 : 200 }, ids);
		}
		if (form.fields.resume) return await show(typedIn(form.fields, documentSchema), {});
		if (submission.status !== "success" || form.problems.length > 0 || uploadProblem) {
			const problems = [...form.problems, ...leftOutTexts(await savePendingImages(change))];
			return await refuse({ images: problems, ...uploadProblem });
		}
		const document = { ...change, values: submission.value, version: form.fields.version };
		const saved = edited ? await updateDocument(document) : await createDocument(document);
		if (saved.status === "gone") throw notFound();
		if (saved.status === "full") {
			return await refuse({ form: [FULL], images: leftOutTexts(saved.leftOut) });
		}
		if (saved.status === "stale") {
			const { current, leftOut } = saved;
			return await refuse({ form: [STALE], saved: current, images: leftOutTexts(leftOut), status: 409 });
		}
		if (saved.status === "changed") throw await redirectWithToast(target, { text: CHANGED });
		if (saved.status !== "saved") {
			const texts = leftOutTexts(saved.leftOut);
			return await refuse({ images: texts.length > 0 ? texts : [limitTexts[saved.status]] });
		}
	} catch (error) {
		if (error instanceof Response) throw error;
		logFailure("document_not_saved", error);
		const status = isDiskFull(error) ? 507 : 500;
		const text = isDiskFull(error) ? NO_ROOM : OURS;
		if (form.fields.intent === "images")
			return photoResponse([`${messages.photoFailed} ${text}`], { status });
		return refuse({
			form: [text],
			status,
			failure: edited ? messages.documentNotEdited : messages.documentNotAdded,
		});
	}
	throw await redirectWithToast(target, { text: edited ? "Documento editado" : "Documento agregado" });
}

/** Response to an upload or a removal of photos: the problems (`refused`), or the ids of the uploaded photos (`kept`). */
function photoResponse(
	refused: string[],
	init: { status?: number; headers?: HeadersInit },
	kept: string[] = [],
) {
	return json({ refused, kept }, init);
}

/** Reads the whole form, or only the form's texts when the server cannot accept photos at the moment. */
async function readForm(
	request: Request,
	userId: string,
): Promise<{ form: DocumentForm; uploadProblem?: Problems }> {
	const withoutImages = async (
		request: Request,
		message: string,
		init: Pick<Problems, "status" | "headers">,
	) => {
		const form = await readTextsOnly(request);
		const images = [`${messages.photoFailed} ${message}`];
		return form.hasImages ? { form, uploadProblem: { images, ...init } } : { form };
	};
	if (!(await hasRoom())) return withoutImages(request, NO_ROOM, { status: 507 });
	const read = async (request: Request) => ({ form: await readDocumentForm(request) });
	return readUpload(request, userId, read, async (request, error) => {
		if (error instanceof QueueFullError)
			return withoutImages(request, BUSY, { status: 503, headers: { "Retry-After": "10" } });
		logFailure("upload_not_read", error);
		return withoutImages(request, isDiskFull(error) ? NO_ROOM : OURS, {
			status: isDiskFull(error) ? 507 : 500,
		});
	});
}

function leftOutTexts(leftOut: LeftOut): string[] {
	return (["too-many", "no-room"] as const).flatMap((limit) => {
		const labels = leftOut[limit];
		return labels.length > 0 ? [`${limitTexts[limit]} Quedaron afuera: ${labels.join(", ")}.`] : [];
	});
}

const limitTexts = {
	"too-many": messages.tooManyImages,
	"no-room":
		"Llegaste al límite de fotos: 20 MB hasta que verifiques tu correo, y 1 GB entre todos los que no lo verificaron; después, 500 MB y 1500 fotos. Verificá tu correo, quitá alguna o eliminá un documento.",
} as const;

const FULL = `Llegaste a los ${MAX_DOCUMENTS} documentos. Eliminá alguno que ya no uses.`;
const LIST = "/auth/my-documents";
const STALE =
	"Mientras lo escribías se guardó otra cosa, desde otra pestaña u otro teléfono. No se guardó nada de esto. Compará y elegí: si tocás Guardar de nuevo, queda lo tuyo.";
const CHANGED = "Documento editado: ya lo habías guardado con este formulario, y ahora dice lo último.";
const BUSY = "Hay muchas personas subiendo fotos. Esperá unos segundos y probá de nuevo.";
const NO_ROOM =
	"En el servidor no queda lugar para fotos nuevas. Lo que ya estaba guardado sigue. Probá mañana, o avisale a quien lo administra.";
