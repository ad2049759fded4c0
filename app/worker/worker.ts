/** The service worker: what was seen once stays readable without signal. Its events only; what they do is beside. */
import { isUntouched } from "./addresses";
import type { ServiceWorkerScope } from "./service-worker-scope";
import { install, keepOpenPage, openPage } from "./visits";

const worker: ServiceWorkerScope = Object(self);

worker.addEventListener("install", (event) => event.waitUntil(install()));

worker.addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin(): Promise<void> {
	await worker.clients.claim();
	for (const { url } of await worker.clients.matchAll({ type: "window" })) await keepOpenPage(new URL(url));
}

worker.addEventListener("fetch", (event) => {
	const { request } = event;
	const url = new URL(request.url);
	if (url.origin !== location.origin || request.headers.has("Range") || isUntouched(url)) return;
	if (request.method === "GET" && request.mode === "navigate") event.respondWith(openPage(event));
	else if (url.pathname.startsWith("/build/_assets/") && request.method === "GET")
		event.respondWith(openPicture(request));
});

/** A picture whose name contains its hash. */
async function openPicture(request: Request): Promise<Response> {
	return (await caches.match(request.url)) ?? fetch(request);
}
