import { type SendResult, sendPhoto } from "~/browser/send-photo";
import { PAGE_PHOTO, SLOW_PHOTO, shrinkPhoto } from "~/browser/shrink-photo";
import * as messages from "~/lib/messages";
import { formatPercent } from "~/lib/no-break";
import type { SelectedPhoto } from "./selected-photo";

const RETRY_AFTER_MS = 2000;
/** Takes the photos of every form: the page that edits a document takes none once that was deleted elsewhere. */
const STORE = "/auth/my-document/add-document?_data=routes%2Fauth.my-document.add-document";

interface Upload {
	/** Returns the current list, which may change during the upload. */
	photos: () => readonly SelectedPhoto[];
	/** Waits for what is being made of photos: the next one can be cropped while another is sent. */
	edited: () => Promise<void>;
	/** Changes one photo in the list of selected photos. */
	update: (photo: SelectedPhoto, change: Partial<SelectedPhoto>) => void;
	form: HTMLFormElement;
	signal: AbortSignal;
}

/** The photo at which the upload stopped, and the reason. */
export interface Interruption {
	/** Preview URL, which identifies the photo. */
	preview: string;
	result: SendResult;
}

/**
 * Uploads the photos one by one, because a cheap phone has no memory for two photos at once. After a refused photo the
 * upload continues, so that the user sees all refusals at once.
 * @returns the photo at which the upload stopped; undefined if the upload reached the last photo
 */
export async function sendPhotos(upload: Upload): Promise<Interruption | undefined> {
	const { photos, edited, update, signal } = upload;
	const next = async () => {
		await edited();
		return photos().find(({ state }) => state === "new");
	};
	for (let photo = await next(); photo; photo = await next()) {
		const result = await sendOne(photo, upload);
		const { kind, reason, id } = result;
		if (kind === "saved") update(photo, { state: "sent", note: "Lista", part: undefined, id });
		else if (kind === "refused")
			update(photo, { state: "refused", note: reason ?? messages.photoFailed, part: undefined });
		else {
			update(photo, { state: "new", note: signal.aborted ? "" : "No se pudo enviar", part: undefined });
			return { preview: photo.preview, result };
		}
	}
}

/** All photos, as small as they are sent, to wait on the phone: also those that the server has, which it keeps for a day. */
export async function smallFiles(photos: readonly SelectedPhoto[]): Promise<File[]> {
	const files: File[] = [];
	for (const { file, body } of photos) {
		const small = body ?? (await shrinkPhoto(file, PAGE_PHOTO));
		files.push(new File([small], file.name, { type: small.type }));
	}
	return files;
}

async function sendOne(
	{ file, preview, ...photo }: SelectedPhoto,
	{ photos, update, form, signal }: Upload,
): Promise<SendResult> {
	const showProgress = (note: string, part?: number, body?: Blob) => {
		const found = photos().find((other) => other.preview === preview);
		if (found) update(found, { state: "sending", note, part, ...(body && { body }) });
	};
	showProgress("Preparando…");
	let body = photo.body ?? (await shrinkPhoto(file, PAGE_PHOTO));
	const send = (mayBeSmaller: boolean): Promise<SendResult> => {
		const size = sizeOf(body);
		const onProgress = (part: number, isSlow: boolean) => {
			const slowness = isSlow ? ": la conexión va muy lento" : "";
			showProgress(`Enviando ${formatPercent(Math.round(part * 100))} de ${size}${slowness}`, part, body);
		};
		onProgress(0, false);
		return sendPhoto({
			address: STORE,
			body: bodyOf(form, body, file.name),
			onProgress,
			mayBeSmaller,
			signal,
		});
	};
	if (signal.aborted) return { kind: "failed" };
	let result = await send(true);
	if (result.kind === "slow" && !signal.aborted) {
		showProgress("La conexión va muy lento: achicamos más la foto…");
		body = await shrinkPhoto(file, SLOW_PHOTO);
		if (!signal.aborted) result = await send(false);
	}
	if (result.kind !== "failed" || signal.aborted) return result;
	showProgress("Se cortó. Probamos de nuevo…");
	await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
	return signal.aborted ? result : send(false);
}

/** The request body for one photo: the document's key, the photo, and the ids of stored photos to remove. */
function bodyOf(form: HTMLFormElement, photo: Blob, name: string): FormData {
	const fields = new FormData(form);
	const body = new FormData();
	body.append("intent", "images");
	body.append("idFile", String(fields.get("idFile")));
	for (const id of fields.getAll("removeImages")) body.append("removeImages", id);
	body.append("images", photo, name);
	return body;
}

function sizeOf({ size }: Blob): string {
	const kilobytes = Math.ceil(size / 1024);
	return kilobytes < 1024 ? `${kilobytes} KB` : `${(kilobytes / 1024).toFixed(1).replace(".", ",")} MB`;
}
