/** Copies of pages on the phone. */
import { LIST_FIELD } from "~/lib/forms/list-field";
import {
	copyAddress,
	DAYS,
	GATE,
	isAboutNow,
	isOfDocument,
	ON_THIS_PHONE,
	type PageKind,
	pageKind,
	templateOf,
	urlOf,
} from "./addresses";
import type { Typed } from "./entry";
import {
	daysFrom,
	partOf,
	plainCopy,
	withHeader,
	withMain,
	withNotice,
	withoutToday,
} from "./html/copy-html";
import { fillForm, freshKey, PLACEHOLDER } from "./html/form-html";
import { fetchKeys, inEpoch, PRIVATE } from "./person";
import { takesPhotos } from "./photo-test";
import { keepPhotos, keepPictures, trim } from "./photos";
import { copyTime, dayOf, dayText, isTrue, momentText, shortDay } from "./times";

const PUBLIC = "relevo-public-1";

const storeOf = (kind: PageKind) => caches.open(kind === "public" ? PUBLIC : PRIVATE);

/**
 * Keeps a page that has just arrived. A private one only in the epoch in which it was asked for.
 * @throws Error when its person has no keys yet
 */
export async function keepCopy(url: URL, page: Response, epoch = -1): Promise<void> {
	const kind = pageKind(url);
	if (!kind || page.status !== 200 || page.redirected) return;
	const copy = await changed(page, plainCopy);
	const html = await copy.clone().text();
	const { storedAt, until } = copyTime(page.headers, Date.now());
	copy.headers.set("Relevo-Times", `${storedAt} ${until}`);
	copy.headers.set("Content-Length", String(html.length));
	if (kind === "public") {
		await put(kind, url, copy);
		return keepPictures(html);
	}
	await fetchKeys();
	await inEpoch(epoch, () => put(kind, url, copy));
	if (url.pathname === GATE) await keepPhotos(html, epoch);
}

async function put(kind: PageKind, url: URL, copy: Response): Promise<void> {
	const store = await storeOf(kind);
	const address = copyAddress(url);
	// The newest copy is the last, so that the oldest goes first.
	await store.delete(address);
	await store.put(address, copy);
	await trim(store, 60, 8e6);
}

/** The copy of a page as it was kept; undefined without one. */
async function kept(path: string | URL): Promise<Response | undefined> {
	const url = urlOf(path);
	const kind = pageKind(url);
	return kind && (await storeOf(kind)).match(copyAddress(url));
}

/** The HTML of a kept page; empty without one. */
const htmlOf = async (path: string) => (await (await kept(path))?.text()) ?? "";

/** When a page was stored; 0 if it is not. */
export async function storedAt(url: URL): Promise<number> {
	const copy = await kept(url);
	return copy ? timesOf(copy).storedAt : 0;
}

function timesOf(copy: Response) {
	const [storedAt = 0, until = 0] = (copy.headers.get("Relevo-Times") ?? "").split(" ").map(Number);
	return { storedAt, until };
}

/** The copy of a page, as it may be shown at this moment; undefined without one. */
export async function findCopy(url: URL): Promise<Response | undefined> {
	if (templateOf(url)) return emptyForm(url);
	const now = Date.now();
	const copy = await kept(url);
	const isStill = copy && isTrue(timesOf(copy), now);
	const days = !isStill && isAboutNow(url) ? await kept(DAYS) : undefined;
	const shown = days ?? copy;
	if (!shown || (!isStill && !days && url.pathname === "/my-shift")) return undefined;
	const { storedAt } = timesOf(shown);
	// What is kept for everybody has a visitor's links.
	const own = pageKind(url) === "public" ? await htmlOf("/auth/more") : "";
	const honest = (html: string) =>
		days ? daysFrom(html, dayOf(now)) : isStill ? html : withoutToday(html, dayText(storedAt));
	const notice = `Sin señal. Copia del ${momentText(storedAt)}.`;
	return changed(shown, (html) => withHeader(withNotice(honest(html), notice), own));
}

/** The empty form that the phone keeps, with a key of its own and a day of the phone. */
async function emptyForm({ pathname, search, searchParams }: URL): Promise<Response | undefined> {
	if (isOfDocument(pathname) && !(await takesPhotos())) return undefined;
	const day = searchParams.get("date") ?? searchParams.get("day") ?? "";
	const date = shortDay(day) ? day : dayOf(Date.now());
	const title = `Documento del ${date.split("-").reverse().join("/")}`;
	const body = `${new URLSearchParams({ date, firstDay: date, title })}`;
	return templateFilled({ path: pathname + search, body }, "note-form");
}

/**
 * The form in which something was typed, filled in; undefined if the phone has not kept it.
 * @param note part of the page of what waits that says why
 */
export async function templateFilled(
	{ path, body, photos = [] }: Typed,
	note: string,
): Promise<Response | undefined> {
	const copy = await kept(templateOf(urlOf(path)) ?? path);
	const fields = new URLSearchParams(body);
	fields.set(LIST_FIELD, fields.getAll(LIST_FIELD).join(" "));
	const notice = await ownPart(note, { photos: photos.length });
	return (
		copy &&
		changed(copy, (html) => {
			const still = withoutToday(html, dayText(timesOf(copy).storedAt));
			return withNotice(
				fillForm(still, fields).replaceAll(PLACEHOLDER, fields.get("idFile") ?? freshKey()),
				notice,
			);
		})
	);
}

/** A page with other content. */
export async function changed(
	page: Response,
	change: (html: string) => string,
	status = page.status,
): Promise<Response> {
	const headers = new Headers(page.headers);
	headers.delete("Content-Length");
	headers.delete("Content-Encoding");
	return new Response(change(await page.text()), { status, headers });
}

/** A page of the worker's own, in the frame of a kept page: the person's, else that of everybody. */
export async function ownPage(part: string, words: Words, status = 200): Promise<Response> {
	const frame = (await kept("/auth/more")) ?? (await kept(ON_THIS_PHONE));
	const content = await ownPart(part, words);
	return frame ? changed(frame, (html) => withMain(html, content), status) : Response.error();
}

type Words = Record<string, string | number>;

/** A part of the page of what waits, for one of the worker's pages. */
export async function ownPart(part: string, words: Words): Promise<string> {
	return partOf(await htmlOf(ON_THIS_PHONE), part, words);
}
