/** A phone that two people share: a browser with a profile on disk, which may be killed. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { findChromium } from "../visitors/browser-forms";

const OPEN_MS = 10_000;
const HYDRATION_MS = 3000;
const READY_MS = 8000;

/** What the phone remembers of a person, as far as it can be read. */
export interface PhoneState {
	/** All of it, for the log. */
	known: string;
	hasKeys: boolean;
	isFilled: boolean;
	owesSignOut: boolean;
	/** Entries of the outbox, of whomever. */
	entries: number;
}

export class SoakPhone {
	readonly #profile = mkdtempSync(join(tmpdir(), "relevo-soak-"));
	#context: BrowserContext | undefined;
	/** Addresses of the forms that left a page. */
	posts: string[] = [];
	#answered: ((answer: string) => void) | undefined;

	constructor(readonly origin: string) {}

	get page(): Page {
		const page = this.#context?.pages()[0];
		if (!page) throw new Error("the phone is off");
		return page;
	}

	async switchOn(): Promise<void> {
		this.#context = await chromium.launchPersistentContext(this.#profile, {
			executablePath: findChromium(),
			args: [
				"--no-sandbox",
				"--disable-gpu",
				"--disable-background-networking",
				"--disable-component-update",
			],
			viewport: { width: 360, height: 740 },
			locale: "es-AR",
			timezoneId: "America/Argentina/Buenos_Aires",
		});
		await this.#context.addCookies([{ name: "consent", value: "accepted", url: this.origin }]);
		this.page.on("request", (request) => {
			if (request.method() === "POST") this.posts.push(new URL(request.url()).pathname);
		});
		this.page.on("response", async (response) => {
			if (response.request().method() !== "POST") return;
			const { location, "x-remix-redirect": next } = response.headers();
			this.#answered?.(location ?? next ?? String(response.status()));
		});
		this.page.on("requestfailed", (request) => {
			if (request.method() === "POST") this.#answered?.(`falló: ${request.failure()?.errorText}`);
		});
	}

	/** Kills the browser, as a phone that runs out of battery. */
	async kill(): Promise<void> {
		const context = this.#context;
		this.#context = undefined;
		const pids = execFileSync("pgrep", ["-f", this.#profile], { encoding: "utf8" }).split("\n");
		for (const pid of pids.filter(Boolean)) {
			try {
				process.kill(Number(pid), "SIGKILL");
			} catch {
				// Its parent has taken it along.
			}
		}
		await context?.close().catch(() => undefined);
	}

	async throwAway(): Promise<void> {
		await this.#context?.close().catch(() => undefined);
		rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
	}

	/** Opens a page. Returns the text of its content; empty if nothing came. */
	async open(path: string): Promise<string> {
		try {
			// A page that is still coming would interrupt this one.
			await this.page.waitForLoadState("domcontentloaded", { timeout: 2000 }).catch(() => undefined);
			await this.page.goto(this.origin + path, { waitUntil: "domcontentloaded", timeout: OPEN_MS });
			return await this.page.evaluate(() => document.querySelector("main")?.textContent ?? "");
		} catch {
			return "";
		}
	}

	/** Does something that sends a form, and resolves with where its answer leads, or the status; empty without answer. */
	async answerTo(send: () => Promise<unknown>, patienceMs: number): Promise<string> {
		const answer = new Promise<string>((resolve) => {
			this.#answered = resolve;
		});
		await send();
		const found = await Promise.race([answer, sleep(patienceMs).then(() => "")]);
		this.#answered = undefined;
		if (found) await this.page.waitForLoadState("domcontentloaded", { timeout: 2000 }).catch(() => undefined);
		return found;
	}

	/** Waits until the phone has what its person needs without signal. */
	async untilReady(): Promise<boolean> {
		const end = performance.now() + READY_MS;
		while (performance.now() < end) {
			const state = await this.state().catch(() => undefined);
			if (state?.hasKeys && state.isFilled) return true;
			await sleep(100);
		}
		return false;
	}

	/** Waits, not for long, until React has taken the form over. */
	async untilHydrated(): Promise<void> {
		const isAlive = () =>
			Object.keys(document.querySelector("main form") ?? {}).some((key) => key.startsWith("__react"));
		await this.page.waitForFunction(isAlive, undefined, { timeout: HYDRATION_MS }).catch(() => undefined);
	}

	/** What the worker remembers, read by a page of the site. */
	state(): Promise<PhoneState> {
		return this.page.evaluate(async () => {
			const none = { known: "", hasKeys: false, isFilled: false, owesSignOut: false, entries: 0 };
			// Opening a database that is missing would make an empty one.
			if ((await indexedDB.databases()).every(({ name }) => name !== "relevo")) return none;
			const database = await new Promise<IDBDatabase>((resolve, reject) => {
				const request = indexedDB.open("relevo");
				request.onsuccess = () => resolve(request.result);
				request.onerror = () => reject(request.error);
			});
			const result = <Value>(request: IDBRequest<Value>) =>
				new Promise<Value>((resolve) => {
					request.onsuccess = () => resolve(request.result);
				});
			const known = await result(database.transaction("state").objectStore("state").get("person"));
			const entries = await result(database.transaction("entries").objectStore("entries").count());
			database.close();
			return {
				known: JSON.stringify(known),
				hasKeys: Boolean(known?.keys?.length),
				isFilled: Boolean(known?.filledOn),
				owesSignOut: Boolean(known?.owesSignOut),
				entries,
			};
		});
	}

	/** Where words stand in what the browser keeps for the site: each cache's bodies and each stored value. */
	find(words: readonly string[]): Promise<string[]> {
		return this.page.evaluate(async (searched) => {
			const found: string[] = [];
			const look = (place: string, text = "") => {
				for (const word of searched) if (text.includes(word)) found.push(`${word} en ${place}`);
			};
			for (const name of await caches.keys()) {
				const cache = await caches.open(name);
				for (const request of await cache.keys())
					look(`${name} ${request.url}`, await (await cache.match(request))?.text());
			}
			const plain = (_: string, part: unknown) =>
				part instanceof ArrayBuffer ? new TextDecoder("latin1").decode(part) : part;
			for (const { name = "" } of await indexedDB.databases()) {
				const database = await new Promise<IDBDatabase>((resolve) => {
					const request = indexedDB.open(name);
					request.onsuccess = () => resolve(request.result);
				});
				for (const store of database.objectStoreNames) {
					const values = await new Promise<unknown[]>((resolve) => {
						const request = database.transaction(store).objectStore(store).getAll();
						request.onsuccess = () => resolve(request.result);
					});
					for (const value of values) look(`${name} ${store}`, JSON.stringify(value, plain));
				}
				database.close();
			}
			return found;
		}, words);
	}
}
