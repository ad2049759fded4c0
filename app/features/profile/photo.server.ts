import { randomUUID } from "node:crypto";
import type { SubmissionResult } from "@conform-to/react";
import { MaxFileSizeExceededError, MaxFilesExceededError, parseFormData } from "@remix-run/form-data-parser";
import { json, redirect } from "@remix-run/node";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { findUserById, type User, updateUser } from "~/features/auth/users.server";
import { hasRoom } from "~/lib/database/disk.server";
import { isOfSomebodyElse } from "~/lib/forms/form-state.server";
import { badRequest } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { ImageError, MAX_IMAGE_MEGABYTES, reencodeImage } from "~/lib/images/image.server";
import { PHOTO_PX, photoFile } from "~/lib/images/image-files";
import { readUpload, type UploadProblem, uploadProblem } from "~/lib/images/upload-queue.server";
import { withUploads } from "~/lib/images/uploads.server";
import * as messages from "~/lib/messages";
import { OTHERS } from "~/lib/records/save-record-form.server";
import { MB } from "~/lib/units/bytes";
import { MAX_PHOTO_FORM_BYTES } from "./photo";
import { providers } from "./profiles.server";

/** Limits of the posted photo form: one photo, who opened the form, and what tells it from the page's other forms. */
const LIMITS = {
	maxFiles: 1,
	maxFileSize: MAX_IMAGE_MEGABYTES * MB,
	maxParts: 4,
	maxTotalSize: MAX_PHOTO_FORM_BYTES,
	maxHeaderSize: 2048,
};

/**
 * Replaces the profile photo.
 * @returns the refused form with an error message
 * @throws Response redirect after saving, or to the login page for a deleted account; 400 for a malformed form
 */
export async function changePhotoAction(request: Request, user: User) {
	const { photoMessage } = providers[user.providerAuth];
	if (photoMessage) return refused({ text: photoMessage, code: 400 });
	try {
		if (!(await hasRoom())) return refused({ text: failure.full, code: 507 });
		const content = await readUpload(request, user.id, readPhoto);
		// While the photo arrives, the session may be ended elsewhere.
		await requireUser(request);
		if (!(await savePhoto(user.id, content))) throw redirect("/auth/login", 303);
	} catch (error) {
		if (error instanceof ImageError)
			return refused({ text: `${messages.photoFailed} ${error.message}`, code: 400 });
		return refused(uploadProblem(error, failure));
	}
	throw await redirectWithToast("/auth/my-account/edit-profile#foto", { text: messages.photoSaved });
}

/**
 * Reads the form, and re-encodes its photo.
 * @throws ImageError for a refused photo; Response 400 for a malformed form
 */
async function readPhoto(request: Request): Promise<Buffer> {
	const form = await parseFormData(request, LIMITS).catch((error: unknown) => {
		if (error instanceof MaxFileSizeExceededError) {
			throw new ImageError(`La imagen pesa más de ${MAX_IMAGE_MEGABYTES} MB: guardala más chica.`);
		}
		if (error instanceof MaxFilesExceededError) throw new ImageError("Elegí una sola imagen.");
		throw badRequest(UNREADABLE);
	});
	if (form.getAll("intent").at(-1) !== "photo") throw badRequest(UNREADABLE);
	const [file, person] = [form.get("photo"), form.get("person")];
	if (typeof person === "string" && isOfSomebodyElse({ person })) throw new ImageError(OTHERS);
	// Without a selected file, the browser sends an empty part without a name.
	if (!(file instanceof File) || (file.size === 0 && !file.name))
		throw new ImageError("Elegí primero una imagen.");
	const [photo] = await reencodeImage(new Uint8Array(await file.arrayBuffer()), [PHOTO_PX]);
	return photo.content;
}

/** Makes the response with the refused photo form. `intent` tells the page which of its forms was posted. */
function refused({ text, code, headers }: UploadProblem) {
	const result: SubmissionResult<string[]> = {
		status: "error",
		initialValue: { intent: "photo" },
		error: { photo: [text] },
	};
	return json({ result, person: requestContext().person }, { status: code, headers });
}

const UNREADABLE =
	"No pudimos leer la imagen: se cortó el envío o no vino entera. Volvé atrás y probá de nuevo.";
const failure = {
	busy: `${messages.photoFailed} Hay muchas personas subiendo imágenes. Esperá unos segundos y probá de nuevo.`,
	full: `${messages.photoFailed} El servidor se está quedando sin lugar para imágenes. Lo demás funciona: probá mañana, o avisale a quien lo administra.`,
	ours: `${messages.photoFailed} Es un problema nuestro, no tuyo. Probá de nuevo en un rato.`,
};

/**
 * Saves an image as the user's profile photo.
 * @param content WebP of at most `PHOTO_PX` pixels per side
 * @param onlyFirst saves only if the profile has no photo
 * @returns false when the account no longer exists or `onlyFirst` prevented the change
 */
export function savePhoto(userId: string, content: Uint8Array, { onlyFirst = false } = {}) {
	const photo = randomUUID();
	const file = photoFile(photo);
	return withUploads([{ name: file, content }], async (trx, discard) => {
		const user = await findUserById(userId, trx);
		if (!user || (onlyFirst && user.photo)) {
			discard(file);
			return false;
		}
		await updateUser(trx, userId, { photo });
		if (user.photo) discard(photoFile(user.photo));
		return true;
	});
}
