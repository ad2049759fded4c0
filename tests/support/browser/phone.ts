import type { Worker } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { db } from "~/lib/database/db.server";
import { signedIn } from "../accounts";
import { freePort } from "../server/ports.mjs";
import { startServer, type TestServer } from "../server/server";
import { ownData } from "../server/server-for-file";
import { waitUntil } from "../server/wait-until";
import { PhoneBrowser, readStored } from "./phone-browser";

/** A plant whose server can go away and come back at the same address. */
export interface Plant {
	origin: string;
	server: TestServer;
	loseSignal(): Promise<void>;
	/** @param build path of a changed build */
	findSignal(settings?: Record<string, string>, build?: string): Promise<void>;
}

/** Starts a server with the service worker, on the test file's database. It ends with the test. */
export async function openPlant(): Promise<Plant> {
	const PORT = String(await freePort());
	const start = (settings: Record<string, string> = {}, build?: string) =>
		startServer({ ...ownData, PORT, SERVICE_WORKER: "on", ...settings }, build);
	const plant: Plant = {
		origin: "",
		server: await start(),
		async loseSignal() {
			plant.server.process.kill("SIGKILL");
			const { process } = plant.server;
			await waitUntil(() => process.exitCode !== null || process.signalCode !== null, "the server is gone");
		},
		async findSignal(settings, build) {
			plant.server = await start(settings, build);
		},
	};
	plant.origin = plant.server.origin;
	return plant;
}

/** A phone of a test: a browser with a profile on disk, in which the service worker stays. */
export class Phone extends PhoneBrowser {
	constructor(origin: string, javaScriptEnabled = true) {
		super(origin, { executablePath: process.env.CHROMIUM_PATH, javaScriptEnabled });
	}

	/** Puts a session's cookie into the browser. */
	async signIn(user: { id: string }): Promise<void> {
		const [name = "", value = ""] = (await signedIn(user)).Cookie.split("=");
		await this.context?.addCookies([{ name, value, url: this.origin, expires: Date.now() / 1000 + 86_400 }]);
	}

	async open(path: string): Promise<string> {
		await this.page.goto(this.origin + path, { waitUntil: "load" });
		return this.text();
	}

	/** Opens a page until it comes from the network: a slow answer gives way to the copy on the phone. */
	async openLive(path: string): Promise<void> {
		await eventually(() => this.open(path)).not.toContain("Sin señal");
	}

	/** The words of the page's content. */
	text(): Promise<string> {
		return this.page.locator("main").innerText();
	}

	/** Where the phone is and what it shows, for the message of a failed test. */
	async shown(): Promise<string> {
		const page = this.context?.pages()[0];
		return page ? `${page.url()}\n${await this.text().catch(String)}` : "nothing: it is off";
	}

	/** The service worker, once it answers for the pages. */
	async worker(): Promise<Worker> {
		await waitUntil(() => (this.context?.serviceWorkers().length ?? 0) > 0, "the worker runs");
		const [worker] = this.context?.serviceWorkers() ?? [];
		if (!worker) throw new Error("no worker");
		return worker;
	}

	/** Waits until the phone has a copy of each page, and so the key for what waits. */
	async keeps(...paths: string[]): Promise<void> {
		const worker = await this.worker();
		const missing = () =>
			worker.evaluate(async (all) => {
				const found = await Promise.all(all.map((path) => caches.match(path)));
				return all.filter((_, index) => !found[index]);
			}, paths);
		await expect.poll(missing).toEqual([]);
	}

	/** Waits until a page has found that the worker gets photos whole. */
	async takesPhotos(): Promise<void> {
		await expect.poll(() => this.everything()).toContain('"Mozilla/');
	}

	/** Sets the clock of the worker. */
	async setClockAhead(days: number): Promise<void> {
		await (await this.worker()).evaluate((ms) => {
			Date.now = () => performance.timeOrigin + performance.now() + ms;
		}, days * 86_400_000);
	}

	/** Looks at the open page, which was left for so many minutes. */
	async lookAfter(minutes: number): Promise<void> {
		await this.page.evaluate((ms) => {
			Date.now = () => performance.timeOrigin + performance.now() + ms;
			document.dispatchEvent(new Event("visibilitychange"));
		}, minutes * 60_000);
	}

	/** Number of forms that wait, of whomever. */
	async waiting(): Promise<number> {
		return (await this.worker()).evaluate(async () => {
			const database = await new Promise<IDBDatabase>((resolve) => {
				const request = indexedDB.open("relevo");
				request.onsuccess = () => resolve(request.result);
			});
			const count = await new Promise<number>((resolve) => {
				const request = database.transaction("entries").objectStore("entries").count();
				request.onsuccess = () => resolve(request.result);
			});
			database.close();
			return count;
		});
	}

	/** All that the browser keeps for the site, as one text: each cache's bodies and each stored value. */
	async everything(): Promise<string> {
		const stored = await (await this.worker()).evaluate(readStored);
		return stored.map(({ place, text }) => `${place} ${text}`).join("\n");
	}
}

/** A switched-on phone, thrown away when the test ends. */
export async function newPhone(origin: string, hasScript = true): Promise<Phone> {
	const phone = new Phone(origin, hasScript);
	onTestFinished(async ({ task }) => {
		if (task.result?.state === "fail") process.stderr.write(`the phone shows ${await phone.shown()}\n`);
		await phone.throwAway();
	});
	await phone.switchOn();
	return phone;
}

/** A phone of somebody that has all pages which it keeps unasked, of which the calendar is the last. */
export async function readyPhone(origin: string, user: { id: string }): Promise<Phone> {
	const phone = await newPhone(origin);
	await phone.signIn(user);
	await phone.open("/auth/my-account");
	await phone.keeps("/auth/work-overtime/add-work-overtime", "/auth/my-documents", "/my-shift/calendar");
	return phone;
}

/** Types an extra into the open form and presses its button. */
export async function typeExtra({ page }: Phone, comment: string, hours = "8 h"): Promise<void> {
	await page.locator("label", { hasText: /^N/ }).click();
	await page.locator("label", { hasText: hours }).click();
	await page.locator("summary", { hasText: "Horario" }).click();
	await page.getByLabel("Comentario (opcional)").fill(comment);
	await page.getByRole("button", { name: "Guardar" }).click();
}

/** Comments of a person's stored extras. */
export async function commentsOf({ id }: { id: string }): Promise<(string | null)[]> {
	const rows = await db.selectFrom("extras").where("user_id", "=", id).select("comment").execute();
	return rows.map(({ comment }) => comment);
}

export function expectNoToday(text: string): void {
	expect(text).not.toMatch(/\bhoy\b|faltan? \d|Entrás en|Salís en/i);
}

/** Waits for what the phone does by itself. */
export function eventually<Value>(read: () => Value | Promise<Value>) {
	return expect.poll(read);
}
