import type { SubmissionResult } from "@conform-to/react";
import { json } from "@remix-run/node";
import type { User } from "~/features/auth/users.server";
import { type DocumentTexts, documentVersion } from "~/features/documents/documents.server";
import {
	type DocumentImage,
	findPending,
	listImages,
} from "~/features/documents/photos/document-images.server";
import { documentSchema } from "~/features/documents/schemas";
import { hasRoom, isDiskFull } from "~/lib/database/disk.server";
import { parseFields, requireIdFile, typedIn } from "~/lib/forms/form.server";
import { notFound } from "~/lib/http/http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { readUpload } from "~/lib/images/upload-turns.server";
import { logFailure } from "~/lib/log.server";
import * as messages from "~/lib/messages";
import { NoTurnError } from "~/lib/turns.server";
import { type DocumentForm, readDocumentForm, readTextsOnly } from "./read-document-form.server";
import {
	createDocument,
	keepPending,
	type LeftOut,
	MAX_DOCUMENTS,
	updateDocument,
} from "./save-document.server";

/** Why a form is refused, for the reason that is not in its fields. */
interface Refusal {
	/** About the photos. */
	images?: string[];
	/** About the whole form. */
	form?: string[];
	status?: number;
	headers?: HeadersInit;
	/** Text of the dialog that says that it failed. */
	failure?: string;
	/** What was saved since the form was made. */
	saved?: DocumentTexts;
}

/**
 * Saves the form of a document, or, when only photos were sent or taken back (`intent` "images", by the script), keeps them for
 * it, or forgets them.
 * @param edited the document that is edited; undefined for a new one
 * @returns the form as it came, with its photos kept and what is wrong
 * @throws Response the way on, 400 when the form cannot be read, 404 when there is no such document
 */
export async function saveDocumentAction(request: Request, user: User, edited?: string) {
	const { form, trouble } = await readForm(request, user.id);
	const idFile = requireIdFile(edited ?? form.fields.idFile);
	const { removeImages, images } = form;
	const change = { key: { userId: user.id, idFile }, isVerified: user.isVerified, removeImages, images };
	const submission = parseFields(form.fields, documentSchema);

	const show = async (result: SubmissionResult<string[]>, { failure, saved, status, headers }: Refusal) => {
		const kept = await listImages(user.id, idFile).catch((): DocumentImage[] => []);
		const version = saved ? documentVersion(saved) : form.fields.version;
		const isResumed = Boolean(form.fields.resume);
		const shown = { result, idFile, version, saved, images: kept, removeImages, failure, isResumed };
		return json(shown, { status, headers });
	};
	const refuse = ({ images, form, ...refusal }: Refusal) => {
		const fieldErrors = images?.length ? { images: [images.join(" ")] } : undefined;
		const failure = refusal.failure ?? (images?.filter(isForDialog).join(" ") || undefined);
		return show(submission.reply({ formErrors: form, fieldErrors }), { status: 400, ...refusal, failure });
	};

	try {
		if (form.fields.intent === "images") {
			const refused = [...form.problems, ...textsOf(await keepPending(change))];
			if (trouble?.images) return answerPhoto(trouble.images, trouble);
			const hashes = images.map(({ sha256 }) => sha256);
			const kept = await findPending(user.id, idFile, hashes);
			return answerPhoto(refused, { status: refused.length > 0 ? 400 : 200 }, kept);
		}
		if (form.fields.resume) return await show(typedIn(form.fields, documentSchema), {});
		if (submission.status !== "success" || form.problems.length > 0 || trouble) {
			const problems = [...form.problems, ...textsOf(await keepPending(change))];
			return await refuse({ images: problems, ...trouble });
		}
		const document = { ...change, values: submission.value, version: form.fields.version };
		const saved = edited ? await updateDocument(document) : await createDocument(document);
		if (saved.status === "gone") throw notFound();
		if (saved.status === "full") {
			return await refuse({ form: [FULL], images: textsOf(saved.leftOut) });
		}
		if (saved.status === "stale") {
			const { current, leftOut } = saved;
			return await refuse({ form: [STALE], saved: current, images: textsOf(leftOut), status: 409 });
		}
		if (saved.status === "changed") throw await redirectWithToast(LIST, { text: CHANGED });
		if (saved.status !== "saved") {
			const texts = textsOf(saved.leftOut);
			return await refuse({ images: texts.length > 0 ? texts : [reasons[saved.status]] });
		}
	} catch (error) {
		if (error instanceof Response) throw error;
		logFailure("document_not_saved", error);
		const status = isDiskFull(error) ? 507 : 500;
		const text = isDiskFull(error) ? NO_ROOM : OURS;
		if (form.fields.intent === "images") return answerPhoto([`${messages.photoFailed} ${text}`], { status });
		return refuse({
			form: [text],
			status,
			failure: edited ? messages.documentNotEdited : messages.documentNotAdded,
		});
	}
	throw await redirectWithToast(LIST, { text: edited ? "Documento editado" : "Documento agregado" });
}

/** To the script, which sends photos one by one: what is wrong with this one, if anything, or by which id it is kept. */
function answerPhoto(
	refused: string[],
	init: { status?: number; headers?: HeadersInit },
	kept: string[] = [],
) {
	return json({ refused, kept }, init);
}

/** Reads it when it is its turn; where there is no place for photos, its texts at least, so that they come back. */
async function readForm(
	request: Request,
	userId: string,
): Promise<{ form: DocumentForm; trouble?: Refusal }> {
	const withoutImages = async (message: string, init: Pick<Refusal, "status" | "headers">) => {
		const form = await readTextsOnly(request);
		const images = [`${messages.photoFailed} ${message}`];
		return form.hasImages ? { form, trouble: { images, ...init } } : { form };
	};
	if (!(await hasRoom())) return withoutImages(NO_ROOM, { status: 507 });
	try {
		return { form: await readUpload(request, userId, () => readDocumentForm(request)) };
	} catch (error) {
		if (!(error instanceof NoTurnError)) throw error;
		return withoutImages(BUSY, { status: 503, headers: { "Retry-After": "10" } });
	}
}

function textsOf(leftOut: LeftOut): string[] {
	return (["too-many", "no-room"] as const).flatMap((reason) => {
		const labels = leftOut[reason];
		return labels.length > 0 ? [`${reasons[reason]} Quedaron afuera: ${labels.join(", ")}.`] : [];
	});
}

/** Whether the catalogue of errors has a dialog for what is wrong with the photos; it is told beside the field too. */
function isForDialog(problem: string): boolean {
	return [messages.tooManyImages, messages.photoFailed].some((text) => problem.startsWith(text));
}

const reasons = {
	"too-many": messages.tooManyImages,
	"no-room":
		"Llegaste al límite de fotos: 20 MB hasta que verifiques tu correo, y 1 GB entre todos los que no lo verificaron; después, 500 MB y 1500 fotos. Verificá tu correo, quitá alguna o borrá un documento.",
} as const;

const FULL = `Llegaste a los ${MAX_DOCUMENTS} documentos. Borrá alguno que ya no uses.`;
const LIST = "/auth/my-documents";
const STALE =
	"Mientras lo escribías se guardó otra cosa, desde otra pestaña u otro teléfono. No se guardó nada de esto. Compará y elegí: si tocás Guardar de nuevo, queda lo tuyo.";
const CHANGED = "Documento editado: ya lo habías guardado con este formulario, y ahora dice lo último.";
const BUSY = "Hay muchas personas subiendo fotos. Esperá unos segundos y probá de nuevo.";
const NO_ROOM =
	"En el servidor no queda lugar para fotos nuevas. Lo que ya estaba guardado sigue. Probá mañana, o avisale a quien lo administra.";
const OURS = "Es un problema nuestro, no tuyo. Lo que escribiste sigue acá: probá de nuevo en un rato.";
