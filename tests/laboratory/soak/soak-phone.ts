/** A phone that two people share. */
import { setTimeout as sleep } from "node:timers/promises";
import { PhoneBrowser, readStored } from "../../support/browser/phone-browser";
import { findChromium } from "../visitors/browser-forms";

const OPEN_MS = 10_000;
const HYDRATION_MS = 3000;
/** How long the first page may take to fill the phone, after which another one is opened. */
export const FIRST_READY_MS = 8000;
/** How long another page may take, enough for a busy machine. */
export const READY_MS = 60_000;

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

export class SoakPhone extends PhoneBrowser {
	/** Addresses of the forms that left a page. */
	posts: string[] = [];
	#answered: ((answer: string) => void) | undefined;

	constructor(origin: string) {
		super(origin, { executablePath: findChromium() });
	}

	override async switchOn(): Promise<void> {
		await super.switchOn();
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
	async untilReady(patienceMs: number): Promise<boolean> {
		const end = performance.now() + patienceMs;
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
				isFilled: /^\d/.test(known?.filledOn ?? ""),
				owesSignOut: Boolean(known?.owesSignOut),
				entries,
			};
		});
	}

	/** Where words stand in what the browser keeps for the site. */
	async find(words: readonly string[]): Promise<string[]> {
		const stored = await this.page.evaluate(readStored);
		return words.flatMap((word) =>
			stored.filter(({ text }) => text.includes(word)).map(({ place }) => `${word} en ${place}`),
		);
	}
}
