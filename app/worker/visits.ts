/** Opening a page: from the network, or else from the phone. */
import { escapeHtml } from "~/lib/escape-html";
import { pageKind, templateOf, urlOf } from "./addresses";
import { changed, findCopy, keepCopy, ownPage, ownPart } from "./copies";
import { type Entry, isWaitingAddress } from "./entry";
import { fill, keepOpenPage, keepPublic, sendAndRefresh } from "./filling";
import { leadTo, pageOf } from "./forms";
import { withCount } from "./html/copy-html";
import { noteNetwork, soon } from "./network";
import { waiting } from "./outbox";
import { fetchKeys, meet, PHOTOS, remembered } from "./person";
import { readEntries } from "./phone-store";
import { trim } from "./photos";
import type { FetchEvent } from "./scope";
import { paySignOut } from "./signing-out";

/** Answers the opening of a page. */
export async function openPage(event: FetchEvent, url: URL): Promise<Response> {
	// The browser may have asked for the page while it started the worker, in the session that ends now: it asks again.
	if ((await remembered()).owesSignOut && pageKind(url) !== "public") return paySignOut(url);
	// Read while the page is on its way: who comes with it may be somebody else.
	const entries = readEntries<Entry>();
	const page = await networkOrCopy(event, url);
	const { length } = await waiting(entries);
	return length && page.headers.get("Content-Type")?.startsWith("text/html")
		? changed(page, (html) => withCount(html, length))
		: page;
}

async function networkOrCopy(event: FetchEvent, url: URL): Promise<Response> {
	const fromNetwork = fetchPage(event, url);
	// What comes after the copy is kept all the same.
	event.waitUntil(fromNetwork);
	const first = await soon(fromNetwork);
	if (first && !isFromProxy(first)) return first;
	noteNetwork(false);
	return (await findCopy(url)) ?? first ?? fromNetwork.catch(() => nothingHere(url));
}

/** Whether a proxy answers for a server that is gone. */
const isFromProxy = ({ status, headers }: Response) =>
	[502, 503, 504].includes(status) && !headers.has("Relevo-Person");

async function fetchPage(event: FetchEvent, url: URL): Promise<Response> {
	const { epoch } = await remembered();
	const page = await fetch(event.request);
	const keptIn = await meet(page.headers.get("Relevo-Person"), epoch);
	// What is typed into the page may have to wait.
	if (keptIn !== undefined) await soon(fetchKeys());
	noteNetwork(true);
	event.waitUntil(keepVisited(url, page.clone(), keptIn));
	return page;
}

async function keepVisited(url: URL, page: Response, epoch: number | undefined): Promise<void> {
	if (pageKind(url) === "public") await keepPublic(url);
	else if (epoch !== undefined) {
		// An open form has a key of its own; the phone keeps one without.
		if (!templateOf(url)) await keepCopy(url, page, epoch);
		await fill();
	}
	await trim(await caches.open(PHOTOS), 200, 40e6);
	await sendAndRefresh();
}

/** Answers the request of a live page for data. Without signal the page opens the copy as a document. */
export async function openData(event: FetchEvent, url: URL): Promise<Response> {
	const page = pageOf(url);
	const address = page.pathname + page.search;
	// A page that was alive before the sign-out.
	if ((await remembered()).owesSignOut) return leadTo(address);
	const data = fetch(event.request);
	const first = await soon(data);
	if (first) {
		// A live page may have changed the days that the phone keeps, and may open no other page for hours.
		event.waitUntil(fill());
		// What is typed into its form may have to wait, and is opened from there in a copy of the page.
		if (isWaitingAddress(url) && !templateOf(url)) event.waitUntil(keepOpenPage(page));
		return first;
	}
	noteNetwork(false);
	return (await findCopy(page)) ? leadTo(address) : data;
}

/** A page that the phone has not kept, with links to those that it has. */
async function nothingHere({ pathname, search }: URL): Promise<Response> {
	let links = await ownPart("links", {});
	for (const [item, path = ""] of links.matchAll(/<li><a href="([^"]+).*?<\/li>/g))
		if (!(await findCopy(urlOf(path)))) links = links.replace(item, "");
	return ownPage("missing", { links, here: escapeHtml(pathname + search) }, 503);
}
