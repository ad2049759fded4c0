/**
 * Takes the place of the service worker when SERVICE_WORKER is off: erases the copies, unregisters itself and reloads
 * the open pages. What waits in the outbox stays, encrypted, for the day when the worker comes back.
 */
import { type ExtendableEvent, worker } from "./scope";

worker.addEventListener("install", () => {
	worker.skipWaiting();
});

worker.addEventListener("activate", (event: ExtendableEvent) => {
	event.waitUntil(leave());
});

async function leave(): Promise<void> {
	for (const name of await caches.keys()) await caches.delete(name);
	await worker.registration.unregister();
	for (const page of await worker.clients.matchAll()) await page.navigate(page.url);
}
