/** Opening a page: from the network, or else from the phone. */
import { escapeHtml } from "~/lib/escape-html";
import { pageKind, templateOf } from "./addresses";
import { findCopy, keepCopy, ownPage } from "./copies";
import { withCount } from "./copy-html";
import { fill, keepPublic, sendAndRefresh } from "./filling";
import { leadTo } from "./forms";
import { noteNetwork, patience } from "./network";
import { waiting } from "./outbox";
import { meet, remembered } from "./person";
import type { FetchEvent } from "./service-worker-scope";
import { paySignOut, stillOwed } from "./signing-out";

/** Answers the opening of a page. */
export async function openPage(event: FetchEvent, url: URL): Promise<Response> {
	const { owesSignOut } = await remembered();
	if (owesSignOut && pageKind(url) !== "public" && !(await paySignOut())) return stillOwed();
	const page = await networkOrCopy(event, url);
	const { length } = await waiting();
	const isHtml = page.headers.get("Content-Type")?.startsWith("text/html");
	if (length === 0 || !isHtml) return page;
	const headers = new Headers(page.headers);
	for (const name of ["Content-Length", "Content-Encoding"]) headers.delete(name);
	return new Response(withCount(await page.text(), length), { status: page.status, headers });
}

async function networkOrCopy(event: FetchEvent, url: URL): Promise<Response> {
	const fromNetwork = fetchPage(event, url);
	const first = await Promise.race([fromNetwork.catch(() => undefined), patience()]);
	if (first && !isFromProxy(first)) return first;
	noteNetwork(false);
	return (await findCopy(url)) ?? first ?? fromNetwork.catch(() => nothingHere(url));
}

/** Whether a proxy answers for a server that is gone. */
const isFromProxy = ({ status, headers }: Response) =>
	(status === 502 || status === 503 || status === 504) && !headers.has("Relevo-Person");

async function fetchPage(event: FetchEvent, url: URL): Promise<Response> {
	const { epoch } = await remembered();
	const page = await fetch(event.request);
	noteNetwork(true);
	const keptIn = await meet(page.headers.get("Relevo-Person"), epoch);
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
	await sendAndRefresh();
}

/** Answers the request of a live page for data. Without signal the page opens the copy as a document. */
export async function openData(event: FetchEvent, url: URL): Promise<Response> {
	const data = fetch(event.request);
	const first = await Promise.race([data.catch(() => undefined), patience()]);
	if (first) return first;
	noteNetwork(false);
	const page = new URL(url);
	page.searchParams.delete("_data");
	return (await findCopy(page)) ? leadTo(page.pathname + page.search) : data;
}

async function nothingHere({ pathname, search }: URL): Promise<Response> {
	const links = [
		["/my-shift", "Mi turno"],
		["/my-shift/calendar", "Mis doce meses"],
		["/auth/work-overtime", "Mis Extras"],
		["/security", "Diez reglas de seguridad"],
	] as const;
	const items: string[] = [];
	for (const [path, name] of links) {
		if (await findCopy(new URL(path, location.origin)))
			items.push(`<li><a href="${path}"><span>${name}</span></a></li>`);
	}
	return ownPage("missing", { links: items.join(""), here: escapeHtml(pathname + search) }, 503);
}
