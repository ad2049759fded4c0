import { type SendResult, sendPhoto } from "~/browser/send-photo";
import { PAGE_PHOTO, SLOW_PHOTO, shrinkPhoto } from "~/browser/shrink-photo";
import * as messages from "~/lib/messages";
import type { SelectedPhoto } from "./selected-photo";

const RETRY_AFTER_MS = 2000;

interface SendingAll {
	/** Those of now: photos may be added and removed while others are sent. */
	photos: () => readonly SelectedPhoto[];
	/** Notes what has become of one. */
	note: (photo: SelectedPhoto, change: Partial<SelectedPhoto>) => void;
	form: HTMLFormElement;
	address: string;
	signal: AbortSignal;
}

/** Where it came to a halt, and why. */
export interface Interruption {
	/** Its preview. */
	photo: string;
	answer: SendResult;
}

/**
 * Sends the photos that were not sent yet, one after the other, since a cheap phone has no room for two. Those that the
 * server refuses are passed over, so that all of them are known at the end.
 * @returns undefined when it came to the end
 */
export async function sendPhotos(sending: SendingAll): Promise<Interruption | undefined> {
	const { photos, note, signal } = sending;
	const next = () => photos().find(({ state }) => state === "new");
	for (let photo = next(); photo; photo = next()) {
		const answer = await sendOne(photo, sending);
		const { kind, reason, id } = answer;
		if (kind === "saved") note(photo, { state: "sent", note: "Lista", part: undefined, body: undefined, id });
		else if (kind === "refused")
			note(photo, { state: "refused", note: reason ?? messages.photoFailed, part: undefined });
		else {
			note(photo, { state: "new", note: signal.aborted ? "" : "No se pudo enviar", part: undefined });
			return { photo: photo.preview, answer };
		}
	}
}

async function sendOne(
	{ file, preview, ...photo }: SelectedPhoto,
	{ photos, note, form, address, signal }: SendingAll,
): Promise<SendResult> {
	const say = (text: string, part?: number, body?: Blob) => {
		const found = photos().find((other) => other.preview === preview);
		if (found) note(found, { state: "sending", note: text, part, ...(body && { body }) });
	};
	say("Preparando…");
	let body = photo.body ?? (await shrinkPhoto(file, PAGE_PHOTO));
	const send = (mayBeSmaller: boolean): Promise<SendResult> => {
		const size = sizeOf(body);
		const onProgress = (part: number, isSlow: boolean) => {
			const slowness = isSlow ? ": la conexión va muy lento" : "";
			say(`Enviando ${Math.round(part * 100)} % de ${size}${slowness}`, part, body);
		};
		onProgress(0, false);
		return sendPhoto({ address, body: bodyOf(form, body, file.name), onProgress, mayBeSmaller, signal });
	};
	if (signal.aborted) return { kind: "failed" };
	let answer = await send(true);
	if (answer.kind === "slow" && !signal.aborted) {
		say("La conexión va muy lento: achicamos más la foto…");
		body = await shrinkPhoto(file, SLOW_PHOTO);
		if (!signal.aborted) answer = await send(false);
	}
	if (answer.kind !== "failed" || signal.aborted) return answer;
	say("Se cortó. Probamos de nuevo…");
	await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
	return signal.aborted ? answer : send(false);
}

/** Which form it belongs to, and which photos make room for it. */
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
