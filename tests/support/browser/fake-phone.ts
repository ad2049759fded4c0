/**
 * What a service worker finds around it, in memory: caches, a database and a network that answer after drawn pauses, so
 * that each order of what happens at once is tried.
 */
import { setImmediate as turn } from "node:timers/promises";
import { onTestFinished, vi } from "vitest";
import type { FetchEvent } from "~/worker/service-worker-scope";
import type { Random } from "../random";

const ORIGIN = "http://phone";

type Store = Map<string, unknown>;

export class FakePhone {
	/** Cookie of the session; the server alone knows whether it is still valid. */
	cookie: string | undefined;
	readonly #caches = new Map<string, Map<string, Response>>();
	readonly #stores = new Map<string, Store>();
	readonly #works: Promise<unknown>[] = [];

	/**
	 * @param answer the server's answer to a request at the moment of its arrival
	 * @param watch called with each body that is stored in a cache
	 */
	constructor(
		private readonly random: Random,
		private readonly answer: (request: Request, cookie: string | undefined) => Response,
		private readonly watch: (address: string, body: string) => void,
	) {
		vi.resetModules();
		vi.stubGlobal("self", { registration: {}, addEventListener() {} });
		vi.stubGlobal("location", { origin: ORIGIN });
		vi.stubGlobal("caches", this.#cacheStorage());
		vi.stubGlobal("indexedDB", { open: () => this.#result(this.#database()) });
		vi.stubGlobal("fetch", (input: string | Request, init?: RequestInit) => this.#fetch(input, init));
		// Node's own takes no path.
		const redirect = (path: string, status: number) =>
			new Response(null, { status, headers: { Location: path } });
		vi.spyOn(Response, "redirect").mockImplementation((path, status = 302) => redirect(String(path), status));
		onTestFinished(() => {
			vi.unstubAllGlobals();
			vi.restoreAllMocks();
		});
	}

	/** A request of a page that opens or sends a form. */
	event(path: string, init?: RequestInit): FetchEvent {
		const request = new Request(ORIGIN + path, init);
		const event = { request, waitUntil: (work: Promise<unknown>) => this.#works.push(work) };
		return Object.assign(new Event("fetch"), { clientId: "", respondWith() {} }, event);
	}

	/** Waits for a drawn time. */
	async pause(most = 5): Promise<void> {
		for (let turns = this.random.below(most); turns > 0; turns--) await turn();
	}

	/** Waits until nothing is under way any more. */
	async settle(): Promise<void> {
		for (let work = this.#works.pop(); work; work = this.#works.pop()) await work;
	}

	async #fetch(input: string | Request, init?: RequestInit): Promise<Response> {
		const request = new Request(typeof input === "string" ? new URL(input, ORIGIN) : input, init);
		const { cookie } = this;
		await this.pause();
		const response = this.answer(request, request.credentials === "omit" ? undefined : cookie);
		await this.pause();
		return response;
	}

	#cacheStorage() {
		const open = async (name: string) => {
			await this.pause();
			const pages = this.#caches.get(name) ?? new Map<string, Response>();
			this.#caches.set(name, pages);
			return {
				match: (address: string | Request) => this.#later(() => pages.get(pathOf(address))?.clone()),
				put: async (address: string, response: Response) => {
					const body = await response.clone().text();
					pages.set(pathOf(address), response);
					// An erased cache is written in vain.
					if (this.#caches.get(name) === pages) this.watch(address, body);
					await this.pause();
				},
				delete: (address: string | Request) => this.#later(() => pages.delete(pathOf(address))),
				keys: () => this.#later(() => Array.from(pages.keys(), (path) => new Request(ORIGIN + path))),
			};
		};
		return { open, delete: (name: string) => this.#later(() => this.#caches.delete(name)) };
	}

	/** Does something at once, and tells of it later. */
	async #later<Result>(work: () => Result): Promise<Result> {
		const result = work();
		await this.pause();
		return result;
	}

	#database() {
		return {
			transaction: (name: string) => {
				const store = this.#stores.get(name) ?? new Map();
				this.#stores.set(name, store);
				const ended = { oncomplete() {}, objectStore: () => operations };
				const write = (work: () => unknown) => this.#later(work).then(() => ended.oncomplete());
				const operations = {
					get: (key: string) => this.#result(store.get(key)),
					getAll: () => this.#result(Array.from(store.values())),
					put: (value: unknown, key: string) => write(() => store.set(key, value)),
					delete: (key: string) => write(() => store.delete(key)),
				};
				return ended;
			},
		};
	}

	#result<Value>(result: Value) {
		const request = { result, onsuccess() {} };
		this.pause()
			.then(() => turn())
			.then(() => request.onsuccess());
		return request;
	}
}

function pathOf(address: string | Request): string {
	const { pathname, search } = new URL(typeof address === "string" ? address : address.url, ORIGIN);
	return pathname + search;
}
