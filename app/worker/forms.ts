/** Takes a form that is being sent: stores it on the phone, then sends it. */

import { ADD_DOCUMENT, isOfDocument, ON_THIS_PHONE, SHARE } from "./addresses";
import { ownPage, templateFilled } from "./copies";
import { isWaitingAddress, onlyStores, type Typed } from "./entry";
import { freshKey } from "./html/form-html";
import { noteNetwork, soon } from "./network";
import { noteShown, settle, store } from "./outbox";
import { partsOf, takesPhotos } from "./photo-test";
import { askForSync, type FetchEvent } from "./scope";
import { type Sent, send } from "./sending";

/** Where the page of what waits says that the form is safe. */
const RECEIPT = `${ON_THIS_PHONE}?kept=1`;

/** Answers a form that a page without script sends. */
export async function takeForm(event: FetchEvent, url: URL): Promise<Response> {
	const form = await readForm(event.request, url);
	if (!form) return fetch(event.request).catch(unsent);
	const sent = await storeAndSend(event, form);
	if (sent === "no room") return formAgain(event, form.typed);
	if (sent === "waits") return Response.redirect(RECEIPT, 303);
	const { response } = sent;
	// What was deleted meanwhile is sent on to the form of something new.
	if (response.redirected) return Response.redirect(response.url, 307);
	const next = sent.outcome === "done" && response.headers.get("Relevo-Next");
	return next ? Response.redirect(next, 303) : response;
}

/** Answers a form that a live page sends. Without signal, the answer leads the page to what waits. */
export async function takeLiveForm(event: FetchEvent, url: URL): Promise<Response> {
	const form = await readForm(event.request, pageOf(url));
	if (!form) return fetch(event.request);
	const sent = await storeAndSend(event, form, url.href);
	if (sent === "no room") return fetch(event.request);
	return sent === "waits" ? leadTo(RECEIPT) : sent.response;
}

/** The page of which a live page asks for data. */
export function pageOf(url: URL): URL {
	const page = new URL(url);
	page.searchParams.delete("_data");
	return page;
}

/** Makes a live page open an address as a document. */
export function leadTo(path: string): Response {
	const headers = { "X-Remix-Redirect": path, "X-Remix-Reload-Document": "true" };
	return new Response(null, { status: 204, headers });
}

interface Form {
	typed: Typed;
	photos: File[];
}

/** Reads a form that may wait on the phone; undefined for any other. */
async function readForm(request: Request, url: URL): Promise<Form | undefined> {
	const isDocument = isOfDocument(url.pathname);
	if (!isWaitingAddress(url) || (isDocument && !(await takesPhotos()))) return undefined;
	const { fields, photos } = await partsOf(request.clone());
	if (!onlyStores(fields)) return undefined;
	const typed = {
		path: url.pathname + url.search,
		body: `${fields}`,
		photos: isDocument ? [] : undefined,
	};
	return { typed, photos };
}

async function storeAndSend(
	event: FetchEvent,
	{ typed, photos }: Form,
	address?: string,
): Promise<Sent | "waits" | "no room"> {
	const entry = await store(typed, photos).catch(() => undefined);
	if (!entry) return "no room";
	const sending = send(entry, address);
	event.waitUntil(sending);
	const sent = await soon(sending);
	// Photos may take longer than patience lasts.
	noteNetwork(Boolean(sent) || entry.photos > 0);
	if (!sent || sent.outcome === "later") {
		// Nobody waits for what the browser does with it.
		event.waitUntil(askForSync());
		return "waits";
	}
	// The page shows what is to be corrected, with all that was typed.
	if (sent.outcome === "refused") await (entry.isKept ? noteShown(entry) : settle(entry));
	return sent;
}

/** Takes the photos that another app shares, and opens the form of a new document with them. */
export async function takeShared(request: Request): Promise<Response> {
	const idFile = freshKey();
	const typed = { path: `${ADD_DOCUMENT}?idFile=${idFile}`, body: `idFile=${idFile}`, photos: [] };
	const { photos } = await partsOf(request);
	const entry = (await takesPhotos()) && (await store(typed, photos, true).catch(() => undefined));
	return Response.redirect(entry ? `${ON_THIS_PHONE}?open=${entry.id}` : SHARE, 303);
}

/** A phone without room or key: the form goes out at once or comes back, filled in. */
function formAgain({ request }: FetchEvent, typed: Typed): Promise<Response> {
	return fetch(request).catch(
		async () => (await templateFilled(typed, typed.photos ? "note-no-photos" : "note-no-room")) ?? unsent(),
	);
}

const unsent = () => ownPage("unsent", {}, 503);
