/** The service worker: what was seen once stays readable without signal, and what is typed goes out later. Only events. */
import { isOfDocument, isUntouched, ON_THIS_PHONE, SHARE, urlOf } from "./addresses";
import { isWaitingAddress } from "./entry";
import { install, keepOpenPage, keepPublic, sendAndRefresh } from "./filling";
import { takeForm, takeLiveForm, takeShared } from "./forms";
import { waiting } from "./outbox";
import { meet, NOBODY, noteChange, remember, remembered } from "./person";
import { takesPhotos, testPhotos } from "./photo-test";
import { openPhoto } from "./photos";
import { openNotice, showNotice } from "./push/push";
import { type FetchEvent, type WorkerMessage, worker } from "./scope";
import { isPaid, SIGN_OUT, signOut, stillOwed } from "./signing-out";
import { openData, openPage } from "./visits";
import { changeWaiting, openWaiting } from "./waiting-page";

const TAKE_OVER = "take over";

worker.addEventListener("install", (event) => event.waitUntil(install()));

// Nothing else: until this is over, no page opens.
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (event) => {
	const { request } = event;
	const url = new URL(request.url);
	if (url.origin !== location.origin || request.headers.has("Range") || isUntouched(url)) return;
	const answer = answerOf(event, url);
	// A phone whose storage fails has the site as without a worker.
	if (answer) event.respondWith(answer.catch(() => fetch(request)));
});

function answerOf(event: FetchEvent, url: URL): Promise<Response> | undefined {
	const { request } = event;
	const isPage = request.mode === "navigate";
	if (request.method === "POST") return isPage ? post(event, url) : postLive(event, url);
	if (request.method !== "GET") return undefined;
	if (url.pathname.startsWith("/images/")) return openPhoto(event, url);
	if (isPage) {
		event.waitUntil(makeRoom());
		return url.pathname === ON_THIS_PHONE ? openWaiting(event, url) : openPage(event, url);
	}
	if (url.pathname.startsWith("/build/_assets/")) return openPicture(request);
	return url.searchParams.has("_data") ? openData(event, url) : undefined;
}

async function post(event: FetchEvent, url: URL): Promise<Response> {
	if (url.pathname === ON_THIS_PHONE) return changeWaiting(event.request);
	if (url.pathname === SHARE) return takeShared(event.request);
	if (url.pathname === SIGN_OUT) return signOut(event.request.clone());
	// A late sign-out would end the session that is about to begin.
	if ((await remembered()).owesSignOut && !(await isPaid())) return stillOwed();
	// Whoever goes back to the answer to a form sends nothing a second time. The browser itself would only ask its cache.
	if (event.request.isHistoryNavigation)
		return fetch(url, { redirect: "manual" }).catch(() => Response.redirect(url, 303));
	const answer = takeForm(event, url);
	event.waitUntil(noteAnswer(url, answer));
	return answer;
}

function postLive(event: FetchEvent, url: URL): Promise<Response> | undefined {
	if (url.pathname === ON_THIS_PHONE) return testPhotos(event.request);
	// A live page sends its photos itself.
	const answer = isWaitingAddress(url) && !isOfDocument(url.pathname) ? takeLiveForm(event, url) : undefined;
	event.waitUntil(noteAnswer(url, answer));
	return answer;
}

/** Notes what a form has changed once it is answered, because not every form goes through the outbox. */
async function noteAnswer({ pathname }: URL, answer?: Promise<Response>): Promise<void> {
	const { epoch } = await remembered();
	const person = (await answer)?.headers.get("Relevo-Person");
	// The form of a session that has ended may sign somebody else in, who then sees no other page.
	if (person !== NOBODY) await meet(person, epoch);
	if (pathname === "/auth/delete-account") await remember({ leavingSince: Date.now() });
	await noteChange(pathname);
}

/** A picture whose name contains its hash. */
async function openPicture(request: Request): Promise<Response> {
	return (await caches.match(request.url)) ?? fetch(request);
}

worker.addEventListener("sync", (event) => event.waitUntil(goOn()));
worker.addEventListener("message", (event) => {
	if (event.data === TAKE_OVER) worker.skipWaiting();
	else event.waitUntil(event.data === "online" ? goOn() : greet(event));
});

worker.addEventListener("push", (event) => event.waitUntil(showNotice(worker.registration, event)));
worker.addEventListener("notificationclick", (event) => event.waitUntil(openNotice(worker.clients, event)));

/** Tells a page how many forms wait, asks it for a trial photo, and keeps it if it came past the worker. */
async function greet({ source }: WorkerMessage): Promise<void> {
	if (!source) return;
	const { length } = await waiting();
	if (length) source.postMessage(length);
	if (!(await takesPhotos())) source.postMessage("photos");
	await keepOpenPage(new URL(source.url));
	// The rules, which anybody may need, and the frame of the worker's pages, which a browser that is killed may lose.
	for (const address of ["/security", ON_THIS_PHONE]) await keepPublic(urlOf(address));
}

/** Lets an update take over while its only page is leaving anyway, so that nothing typed is lost. */
async function makeRoom(): Promise<void> {
	if ((await worker.clients.matchAll()).length < 2) worker.registration.waiting?.postMessage(TAKE_OVER);
}

/** Does what waited for signal. @throws Error when it still waits, so that Background Sync tries again */
async function goOn(): Promise<void> {
	if ((await remembered()).owesSignOut && !(await isPaid())) throw new Error();
	await sendAndRefresh();
}
