import type { PickedPhoto } from "./picked-photo";
import { type PhotoAnswer, sendPhoto } from "./send-photo";
import { shrinkPhoto } from "./shrink-photo";

const RETRY_AFTER_MS = 2000;

interface SendingAll {
	/** Those of now: photos may be added and removed while others are sent. */
	photos: readonly PickedPhoto[];
	form: HTMLFormElement;
	address: string;
	/** Told of a photo that is refused without a word. */
	failed: string;
	/** Called when a photo's turn has come. */
	onTurn: (photo: PickedPhoto) => void;
	signal: AbortSignal;
}

/** Where it came to a halt, and why. */
export interface Halt {
	photo: PickedPhoto;
	answer: PhotoAnswer;
}

/**
 * Sends the photos that were not sent yet, one after the other, since a cheap phone has no room for two. Those that the
 * server refuses are passed over, so that all of them are known at the end.
 * @returns undefined when it came to the end
 */
export async function sendPhotos({ onTurn, failed, ...sending }: SendingAll): Promise<Halt | undefined> {
	const { photos, signal } = sending;
	for (let photo = nextOf(photos); photo; photo = nextOf(photos)) {
		photo.state = "sending";
		onTurn(photo);
		const answer = await sendOne(photo, sending);
		photo.state = answer.kind === "saved" ? "sent" : answer.kind === "refused" ? "refused" : "new";
		photo.reason = answer.reason ?? failed;
		if (photo.state === "sent") {
			photo.body = undefined;
			photo.show("Lista");
		} else if (photo.state === "refused") photo.show(photo.reason);
		else {
			photo.show(signal.aborted ? "" : "No se pudo enviar");
			return { photo, answer };
		}
	}
}

function nextOf(photos: readonly PickedPhoto[]): PickedPhoto | undefined {
	return photos.find(({ state }) => state === "new");
}

async function sendOne(
	photo: PickedPhoto,
	{ form, address, signal }: Pick<SendingAll, "form" | "address" | "signal">,
): Promise<PhotoAnswer> {
	photo.show("Preparando…");
	if (!photo.body) photo.body = await shrinkPhoto(photo.file, photo.preview);
	const send = (mayBeSmaller: boolean): Promise<PhotoAnswer> => {
		const show = (part: number, isSlow: boolean) => {
			const slowness = isSlow ? ": la conexión va muy lento" : "";
			photo.show(`Enviando ${Math.round(part * 100)} %${slowness}`, part);
		};
		show(0, false);
		const body = bodyOf(form, photo.body ?? photo.file, photo.file.name);
		return sendPhoto({ address, body, onProgress: show, mayBeSmaller, signal });
	};
	if (signal.aborted) return { kind: "failed" };
	let answer = await send(true);
	if (answer.kind === "slow" && !signal.aborted) {
		photo.show("La conexión va muy lento: achicamos más la foto…");
		photo.body = await shrinkPhoto(photo.file, photo.preview, true);
		if (!signal.aborted) answer = await send(false);
	}
	if (answer.kind !== "failed" || signal.aborted) return answer;
	photo.show("Se cortó. Probamos de nuevo…");
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
