/**
 * What a service worker finds around it, in memory: pages, caches, a database, a cipher and a network that answer after
 * drawn pauses, so that each order of what happens at once is tried.
 */
import {
	createCipheriv,
	createDecipheriv,
	createHash,
	KeyObject,
	randomFillSync,
	webcrypto,
} from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { onTestFinished, vi } from "vitest";
import { PATIENCE_MS } from "~/worker/network";
import type { Random } from "../random";

export const ORIGIN = "http://phone";

/** Length of the authentication tag, which Web Crypto appends to what it has encrypted. */
const TAG_BYTES = 16;

type Listener = (event: object) => void;

export class FakePhone {
	/** Cookie of the session; the server alone knows whether it is still valid. */
	cookie: string | undefined;
	/** Whether the database cannot be opened. */
	isBroken = false;
	/** Whether the worker has taken over from an older one. */
	hasTakenOver = false;
	/** Names of the stores of the database, and what is in them. */
	readonly stores = new Map<string, Map<string, unknown>>();
	readonly #caches = new Map<string, Map<string, Response>>();
	readonly #listeners = new Map<string, Listener>();
	readonly #works: Promise<unknown>[] = [];
	/** The newest transaction of the database. */
	#transaction: Promise<void> = Promise.resolve();
	/** Lets the browser take the open database away. */
	loseDatabase = (): void => {};
	/** Answers to requests that the browser has sent while it started the worker. */
	readonly #early = new Map<unknown, Promise<Response>>();

	private constructor(
		private readonly random: Random,
		private readonly answer: (request: Request, cookie: string | undefined) => Response | Promise<Response>,
		isHasty: boolean,
	) {
		// What works for half a minute in vain gives up, which the orders of single answers do not need.
		const hurry = (work: () => void, ms: number) => ms <= PATIENCE_MS && this.pause(60).then(work);
		if (isHasty) vi.stubGlobal("setTimeout", hurry);
		vi.stubGlobal("self", {
			registration: {},
			clients: { claim: () => this.pause(), matchAll: async () => [] },
			skipWaiting: async () => {
				this.hasTakenOver = true;
			},
			addEventListener: (type: string, listener: Listener) => this.#listeners.set(type, listener),
		});
		vi.stubGlobal("location", { origin: ORIGIN });
		vi.stubGlobal("caches", this.#cacheStorage());
		vi.stubGlobal("indexedDB", {
			open: () => {
				if (this.isBroken) throw new Error("no database");
				return this.#result(this.#database());
			},
		});
		vi.stubGlobal("crypto", { getRandomValues: randomFillSync, subtle: this.#subtleCrypto() });
		vi.stubGlobal("fetch", (input: string | Request, init?: RequestInit) => this.#fetch(input, init));
		// Node's own takes no path.
		vi.spyOn(Response, "redirect").mockImplementation(
			(path, status = 302) => new Response(null, { status, headers: { Location: String(path) } }),
		);
		onTestFinished(() => {
			vi.unstubAllGlobals();
			vi.restoreAllMocks();
		});
	}

	/**
	 * Starts the worker on a new phone.
	 * @param answer the server's answer to a request at the moment of its arrival; an error is a network without signal
	 * @param isHasty whether patience ends at a drawn time
	 */
	static async start(
		random: Random,
		answer: (request: Request, cookie: string | undefined) => Response | Promise<Response>,
		isHasty = false,
	): Promise<FakePhone> {
		const phone = new FakePhone(random, answer, isHasty);
		vi.resetModules();
		await import("~/worker/worker");
		return phone;
	}

	/**
	 * What the worker answers to a page that opens or sends a form; undefined if it leaves it to the browser.
	 * @param isBack whether somebody goes back to it
	 * @param isEarly whether the browser asks the server at once, as Chrome 140 does while it starts the worker
	 */
	async open(
		path: string,
		init?: RequestInit & { isPart?: boolean; isBack?: boolean; isEarly?: boolean },
	): Promise<Response | undefined> {
		const request = new Request(new URL(path, ORIGIN), init);
		if (init?.isEarly) {
			const early = this.#fetch(request);
			early.catch(() => {});
			this.#early.set(request, early);
		}
		if (!init?.isPart) Object.defineProperty(request, "mode", { value: "navigate" });
		if (init?.isBack) Object.defineProperty(request, "isHistoryNavigation", { value: true });
		let answer: Promise<Response> | undefined;
		const respondWith = (response: Promise<Response>) => {
			answer = response;
		};
		this.tell("fetch", { request, respondWith });
		return answer;
	}

	send(path: string, fields: Record<string, string>): Promise<Response | undefined> {
		return this.open(path, { method: "POST", body: new URLSearchParams(fields) });
	}

	/** Sends the worker an event. @returns whether all that it waits for has succeeded */
	async tell(
		type: string,
		event: { respondWith?(response: Promise<Response>): void } & Record<string, unknown> = {},
	): Promise<boolean> {
		const works: Promise<unknown>[] = [];
		let pending = 1;
		const waitUntil = (work: unknown) => {
			// Nothing can be added to an event that is over.
			if (pending === 0) throw new DOMException("The event is over.", "InvalidStateError");
			pending++;
			const isDone = Promise.resolve(work).then(
				() => true,
				() => false,
			);
			isDone.then(() => pending--);
			works.push(isDone);
			this.#works.push(isDone);
		};
		const respondWith = (response: Promise<Response>) => {
			waitUntil(response);
			event.respondWith?.(response);
		};
		this.#listeners.get(type)?.({ ...event, waitUntil, respondWith });
		pending--;
		return !(await Promise.all(works)).includes(false);
	}

	/** Waits for a drawn time: at least so many turns of the event loop, and fewer than `end`. */
	async pause(end = 5, least = 0): Promise<void> {
		for (let turns = least + this.random.below(end - least); turns > 0; turns--) await turn();
	}

	/** Waits until nothing is under way any more. */
	async settle(): Promise<void> {
		for (let work = this.#works.pop(); work; work = this.#works.pop()) await work;
	}

	/** Addresses of the copies, by cache, and what they hold. */
	async copies(): Promise<Record<string, string>[]> {
		const texts = async (pages: Map<string, Response>) => {
			const all = Array.from(pages, async ([path, page]) => [path, await page.clone().text()] as const);
			return Object.fromEntries(await Promise.all(all));
		};
		return Promise.all(Array.from(this.#caches.values(), texts));
	}

	async #fetch(input: string | Request, init?: RequestInit): Promise<Response> {
		const early = this.#early.get(input);
		if (early) return early;
		const request = new Request(typeof input === "string" ? new URL(input, ORIGIN) : input, init);
		const { cookie } = this;
		await this.pause();
		const response = await this.answer(request, request.credentials === "omit" ? undefined : cookie);
		await this.pause(this.random.below(8) ? 5 : 60);
		const given = response.headers.get("Set-Cookie");
		if (given !== null) this.cookie = given;
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
					await response.clone().blob();
					return this.#later(() => pages.set(pathOf(address), response));
				},
				delete: (address: string | Request) => this.#later(() => pages.delete(pathOf(address))),
				keys: () => this.#later(() => Array.from(pages.keys(), (path) => new Request(ORIGIN + path))),
			};
		};
		const found = (address: string) =>
			Array.from(this.#caches.values(), (pages) => pages.get(pathOf(address)));
		return {
			open,
			match: (address: string) => this.#later(() => found(address).find(Boolean)?.clone()),
			delete: (name: string) => this.#later(() => this.#caches.delete(name)),
		};
	}

	/** Node's own ends whenever a thread is free: a seed would draw another order each time. */
	#subtleCrypto() {
		const slow = async (work: () => Buffer): Promise<ArrayBuffer> => {
			await this.pause(this.random.below(4) ? 5 : 40);
			return Uint8Array.from(work()).buffer;
		};
		return {
			digest: (_: string, plain: Uint8Array) => slow(() => createHash("sha256").update(plain).digest()),
			importKey: webcrypto.subtle.importKey.bind(webcrypto.subtle),
			encrypt: ({ iv }: { iv: Uint8Array }, key: webcrypto.CryptoKey, plain: ArrayBuffer) =>
				slow(() => {
					const cipher = createCipheriv("aes-256-gcm", KeyObject.from(key), iv);
					return Buffer.concat([cipher.update(new Uint8Array(plain)), cipher.final(), cipher.getAuthTag()]);
				}),
			decrypt: ({ iv }: { iv: Uint8Array }, key: webcrypto.CryptoKey, secret: ArrayBuffer) =>
				slow(() => {
					const text = new Uint8Array(secret, 0, secret.byteLength - TAG_BYTES);
					const decipher = createDecipheriv("aes-256-gcm", KeyObject.from(key), iv);
					decipher.setAuthTag(new Uint8Array(secret, text.length));
					return Buffer.concat([decipher.update(text), decipher.final()]);
				}),
		};
	}

	/** Does something at once, and tells of it later. */
	async #later<Result>(work: () => Result): Promise<Result> {
		const result = work();
		await this.pause();
		return result;
	}

	/** Its transactions follow one another, as those of a browser do when they share a store. */
	#database() {
		let isLost = false;
		this.loseDatabase = () => {
			isLost = true;
			database.onclose();
		};
		const database = {
			onclose() {},
			close() {},
			transaction: () => {
				if (isLost) throw new DOMException("The connection is closed.", "InvalidStateError");
				const before = this.#transaction;
				let end = () => {};
				this.#transaction = new Promise((resolve) => {
					end = resolve;
				});
				let requests = 0;
				const ask = (work: () => unknown) => {
					const request: { result?: unknown; onsuccess(): void } = { onsuccess() {} };
					requests++;
					before.then(async () => {
						request.result = await this.#later(work);
						request.onsuccess();
						requests--;
						if (requests > 0) return;
						end();
						transaction.oncomplete();
					});
					return request;
				};
				const objectStore = (name: string) => {
					const store = this.stores.get(name) ?? new Map<string, unknown>();
					this.stores.set(name, store);
					return {
						get: (key: string) => ask(() => structuredClone(store.get(key))),
						getAll: () => ask(() => structuredClone(Array.from(store.values()))),
						put: (value: unknown, key: string) => ask(() => store.set(key, structuredClone(value))),
						delete: (key: string) => ask(() => store.delete(key)),
					};
				};
				const transaction = { oncomplete() {}, objectStore };
				return transaction;
			},
		};
		return database;
	}

	#result<Value>(result: Value) {
		const request = { result, onsuccess() {} };
		this.pause().then(async () => {
			await turn();
			request.onsuccess();
		});
		return request;
	}
}

function pathOf(address: string | Request): string {
	const { pathname, search } = new URL(typeof address === "string" ? address : address.url, ORIGIN);
	return pathname + search;
}
