/** The part of a service worker's global scope that is used here; TypeScript has it only instead of the browser's. */
import type { NoticeClients, NoticeEvent, NoticeRegistration, PushEvent } from "./push/push";

export interface ExtendableEvent extends Event {
	waitUntil(work: Promise<unknown> | undefined): void;
}

export interface FetchEvent extends ExtendableEvent {
	readonly request: Request & { readonly isHistoryNavigation?: boolean };
	respondWith(response: Promise<Response> | Response): void;
}

export interface WorkerMessage extends ExtendableEvent {
	readonly data: unknown;
	readonly source: PageClient | null;
}

interface PageClient {
	readonly url: string;
	navigate(url: string): Promise<PageClient | null>;
	postMessage(message: unknown): void;
}

interface Registration extends NoticeRegistration {
	readonly waiting: Pick<PageClient, "postMessage"> | null;
	readonly sync?: { register(tag: string): Promise<void> };
	unregister(): Promise<boolean>;
}

interface ServiceWorkerScope {
	readonly registration: Registration;
	readonly clients: NoticeClients & {
		matchAll(): Promise<readonly PageClient[]>;
		claim(): Promise<void>;
	};
	skipWaiting(): Promise<void>;
	addEventListener(type: "install" | "activate" | "sync", listener: (event: ExtendableEvent) => void): void;
	addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
	addEventListener(type: "push", listener: (event: ExtendableEvent & PushEvent) => void): void;
	addEventListener(type: "notificationclick", listener: (event: ExtendableEvent & NoticeEvent) => void): void;
	addEventListener(type: "message", listener: (event: WorkerMessage) => void): void;
}

/** The worker's own scope. */
export const worker: ServiceWorkerScope = Object(self);

/** Asks the browser, if it can, to wake the worker once there is signal. */
export const askForSync = () => worker.registration.sync?.register("outbox").catch(() => undefined);
