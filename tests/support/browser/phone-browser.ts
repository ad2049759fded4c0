/** The browser of a phone, with a profile on disk, which may be killed. For tests and for programs of the laboratory. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type LaunchOptions, type Page } from "playwright-core";

type Settings = Pick<LaunchOptions, "executablePath"> & { javaScriptEnabled?: boolean };

export class PhoneBrowser {
	readonly #profile = mkdtempSync(join(tmpdir(), "relevo-phone-"));
	protected context: BrowserContext | undefined;

	constructor(
		readonly origin: string,
		private readonly settings: Settings,
	) {}

	get page(): Page {
		const page = this.context?.pages()[0];
		if (!page) throw new Error("the phone is off");
		return page;
	}

	async switchOn(): Promise<void> {
		this.context = await chromium.launchPersistentContext(this.#profile, {
			...this.settings,
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
		await this.context.addCookies([{ name: "consent", value: "accepted", url: this.origin }]);
	}

	async switchOff(): Promise<void> {
		const { context } = this;
		this.context = undefined;
		await context?.close().catch(() => undefined);
	}

	/** Kills the browser, as a phone that runs out of battery. */
	async kill(): Promise<void> {
		const pids = execFileSync("pgrep", ["-f", this.#profile], { encoding: "utf8" }).split("\n");
		for (const pid of pids.filter(Boolean)) {
			try {
				process.kill(Number(pid), "SIGKILL");
			} catch {
				// Its parent has taken it along.
			}
		}
		await this.switchOff();
	}

	async throwAway(): Promise<void> {
		await this.switchOff();
		rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
	}
}

/** All that a browser keeps for the site: each cache's bodies and each stored value. Runs in a page or its worker. */
export async function readStored(): Promise<{ place: string; text: string }[]> {
	const found: { place: string; text: string }[] = [];
	for (const name of await caches.keys()) {
		const cache = await caches.open(name);
		for (const request of await cache.keys()) {
			const text = (await (await cache.match(request))?.text()) ?? "";
			found.push({ place: `${name} ${request.url}`, text });
		}
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
			for (const value of values)
				found.push({ place: `${name} ${store}`, text: JSON.stringify(value, plain) });
		}
		database.close();
	}
	return found;
}
