/** Photos of the person's documents on the phone: those that were seen, and those for the gate. */
import { soon } from "./network";
import { inEpoch, NOBODY, PHOTOS, remembered } from "./person";
import type { FetchEvent } from "./scope";

/** Answers the request of a photo; with none as long as the server does not know of a sign-out. */
export async function openPhoto(event: FetchEvent, { pathname }: URL): Promise<Response> {
	const { epoch, owesSignOut } = await remembered();
	if (owesSignOut) return Response.error();
	const fromNetwork = fetch(event.request);
	// What comes after patience has ended is kept all the same.
	event.waitUntil(
		fromNetwork.then((photo) => keepPhoto(pathname, photo.clone(), epoch)).catch(() => undefined),
	);
	return (await soon(fromNetwork)) ?? (await caches.match(pathname)) ?? fromNetwork;
}

/** Keeps a photo that has just arrived, in the epoch in which it was asked for. Its content never changes. */
async function keepPhoto(path: string, photo: Response, epoch: number): Promise<void> {
	if (photo.status !== 200 || photo.redirected || (await caches.match(path))) return;
	// Nobody waits in turn for what comes slowly.
	const whole = new Response(await photo.blob(), photo);
	await inEpoch(epoch, async ({ person }) => {
		if (person !== NOBODY) await (await caches.open(PHOTOS)).put(path, whole);
	});
}

/** Fetches the photos of a page. */
export async function keepPhotos(html: string, epoch: number): Promise<void> {
	for await (const [path, photo] of missing(html, /\/images\/[\w-]+\.webp/g))
		await keepPhoto(path, photo, epoch);
}

/** Fetches the pictures of a page, whose names contain a hash. They are everybody's. */
export async function keepPictures(html: string): Promise<void> {
	const pictures = await caches.open("relevo-pictures-1");
	for await (const [path, picture] of missing(html, /\/build\/_assets\/[\w.-]+/g))
		if (picture.ok) await pictures.put(path, picture);
}

/** What a page names and the phone has not, as it comes. */
async function* missing(html: string, addresses: RegExp): AsyncGenerator<[string, Response]> {
	for (const [path] of html.matchAll(addresses)) {
		const found = !(await caches.match(path)) && (await fetch(path).catch(() => undefined));
		if (found) yield [path, found];
	}
}

/** Removes the oldest until what is kept has at most so many entries and bytes. */
export async function trim(store: Cache, maxEntries: number, maxBytes: number): Promise<void> {
	let entries = 0;
	let bytes = 0;
	for (const request of [...(await store.keys())].reverse()) {
		bytes += Number((await store.match(request))?.headers.get("Content-Length"));
		if (++entries > maxEntries || bytes > maxBytes) await store.delete(request);
	}
}
