/** Opening a page: from the network, or else from the phone. */
import { DAY_MS } from "~/lib/units/durations";
import { copyAddress, DAYS, ON_THIS_PHONE, pageKind } from "./addresses";
import { findCopy, keepCopy, ownPage, publicCopies, storedAt } from "./copies";
import { meet, NOBODY, remember, remembered } from "./person";
import type { FetchEvent } from "./service-worker-scope";
import { dayOf } from "./times";

/** How long a page may take before its copy is shown, and when the network was just seen to be dead. */
const [PATIENCE_MS, DEAD_PATIENCE_MS] = [3000, 250];
const DEAD_FOR_MS = 30_000;

let deadUntil = 0;

export const isDead = () => Date.now() < deadUntil;

export function noteNetwork(isAlive: boolean): void {
	deadUntil = isAlive ? 0 : Date.now() + DEAD_FOR_MS;
}

/** Answers the opening of a page. */
export async function openPage(event: FetchEvent): Promise<Response> {
	const url = new URL(event.request.url);
	const fromNetwork = fetchPage(event, url);
	const patience = isDead() ? DEAD_PATIENCE_MS : PATIENCE_MS;
	const first = await Promise.race([fromNetwork.catch(() => undefined), wait(patience)]);
	if (first && !isFromProxy(first)) return first;
	noteNetwork(false);
	const copy = await findCopy(url);
	if (copy) return copy;
	try {
		return first ?? (await fromNetwork);
	} catch {
		return nothingHere();
	}
}

/** Whether a proxy answers for a server that is gone. */
const isFromProxy = ({ status, headers }: Response) =>
	(status === 502 || status === 503 || status === 504) && !headers.has("Relevo-Person");

const wait = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

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
		await keepCopy(url, page, epoch);
		await fill();
	}
}

/** Fetches a public page without cookies, once a day. */
export async function keepPublic(url: URL): Promise<void> {
	const address = copyAddress(url);
	if (Date.now() - (await storedAt(url)) < DAY_MS) return;
	const page = await fetch(address, { credentials: "omit" }).catch(() => undefined);
	if (page) await keepCopy(url, page);
}

/** Pages that are fetched once a day without being opened: those of anybody with shifts, and those of a person. */
const ofShifts = [DAYS, "/my-shift", "/my-shift/calendar"];
const ofPerson = ["/auth/more", "/auth/work-overtime"];

/** Fetches what a person may need without signal, once a day. */
export async function fill(): Promise<void> {
	const { person, filledOn } = await remembered();
	const today = dayOf(Date.now());
	if (filledOn === today) return;
	for (const address of person === NOBODY ? ofShifts : [...ofPerson, ...ofShifts])
		if (!(await fetchCopy(new URL(address, location.origin)))) return;
	await remember({ filledOn: today });
}

/** Fetches a page to keep it. The server leaves its toast for the next page that somebody opens. */
export async function fetchCopy(url: URL): Promise<boolean> {
	const { epoch } = await remembered();
	try {
		const page = await fetch(url.href, { headers: { "Relevo-Copy": "1" }, redirect: "manual" });
		const keptIn = await meet(page.headers.get("Relevo-Person"), epoch);
		if (keptIn !== undefined) await keepCopy(url, page, keptIn);
		return true;
	} catch {
		return false;
	}
}

/** Keeps the pages that are open when the worker begins to work. */
export async function keepOpenPage(url: URL): Promise<void> {
	const kind = pageKind(url);
	if (kind === "public") await keepPublic(url);
	else if (kind) {
		await fetchCopy(url);
		await fill();
	}
}

async function nothingHere(): Promise<Response> {
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
	const list = items.length > 0 ? `<p>Esto sí está:</p><ul class="card links">${items.join("")}</ul>` : "";
	return ownPage(
		"Sin señal",
		`<div class="narrow"><h1>Sin señal</h1><p class="lead">Esta página no está guardada en el teléfono.</p>${list}<p class="row"><a class="btn main" href="">Probar de nuevo</a></p></div>`,
		503,
	);
}

/** What everybody may need: kept when the worker is installed. */
export async function install(): Promise<void> {
	for (const address of [ON_THIS_PHONE, "/security"]) {
		const page = await fetch(address, { credentials: "omit" });
		await keepCopy(new URL(address, location.origin), page);
	}
	if (!(await (await publicCopies()).match(ON_THIS_PHONE))) throw new Error("no frame");
}
