import type { Page, Route } from "playwright-core";
import { expect } from "vitest";
import { db } from "~/lib/database/db.server";
import { makeUser, signedIn } from "../accounts";
import type { PhotoFile } from "../images/phone-photos";
import { type CuttingProxy, cuttingProxyForFile } from "../server/cutting-proxy";
import { ownData, serverForFile } from "../server/server-for-file";
import { untilAlive } from "./alive";
import { expectQuiet, openPage, signInAt, type Visit } from "./browser";

export const ADD = "/auth/my-document/add-document";
export const LIST = "/auth/my-documents";

type User = Awaited<ReturnType<typeof makeUser>>;

interface Opened extends Visit {
	/** Script that runs before the page's own scripts. */
	before?: string;
	/** Whether the page's timers stop after hydration, and then run only by `passTime`. */
	stopsTimers?: boolean;
	isPlain?: boolean;
	/** Pattern of the console messages that the test allows. */
	noted?: RegExp;
}

export interface DocumentSite {
	/** A proxy that can lose or delay the server's responses. */
	line: CuttingProxy;
	/** Opens a page as a new user. Allows only console messages that match `noted`. */
	visit(path: string, how: Opened, use: (page: Page, user: User) => Promise<void>): Promise<void>;
	/** Starts a new session in the same browser. */
	signIn(page: Page, user: User): Promise<void>;
}

/** Starts a server on the test file's database. Its pages open in Chromium. */
export function documentSite(): DocumentSite {
	const line = cuttingProxyForFile(serverForFile(ownData));
	const signIn = async (page: Page, user: User) => signInAt(line.origin, page, (await signedIn(user)).Cookie);
	return {
		line,
		signIn,
		async visit(path, { before, stopsTimers, noted, isPlain, ...how }, use) {
			const user = await makeUser({ password_hash: null });
			const page = await openPage({ script: "on", ...how });
			await expectQuiet(page, noted, async () => {
				await signIn(page, user);
				await page.addInitScript(keepPosted);
				if (before) await page.addInitScript(before);
				await page.goto(line.origin + path);
				if (how.script !== "off" && !isPlain) await untilAlive(page);
				if (stopsTimers) await page.evaluate(STOP_TIMERS);
				await use(page, user);
			});
		},
	};
}

/** Replaces the page's timers. Unlike Playwright's clock, this ends with the document, so that the page can be reused. */
const STOP_TIMERS = `{
	let [now, last] = [0, 1e9];
	const timers = new Map();
	const { clearTimeout } = window;
	window.setTimeout = (run, ms = 0, ...words) => {
		timers.set(++last, { at: now + ms, run: () => run(...words) });
		return last;
	};
	window.clearTimeout = (id) => timers.delete(id) || clearTimeout(id);
	window.passTime = (ms) => {
		now += ms;
		for (const [id, { at, run }] of timers) if (at <= now && timers.delete(id)) run();
	};
}`;
/** Runs the stopped timers that are due within `ms`. */
export const passTime = (page: Page, ms: number) => page.evaluate(`passTime(${ms})`);

/** Script that records the files that the page sends, because Playwright does not report these files. */
const keepPosted = `
	const posted = [];
	const send = XMLHttpRequest.prototype.send;
	XMLHttpRequest.prototype.send = function (body) {
		posted.push(body);
		return send.call(this, body);
	};
	window.postedNames = () => posted.map((body) => body.get("images").name);
	window.postedFile = (index) => new Promise((resolve) => {
		const reader = new FileReader();
		reader.onload = () => resolve(reader.result.split(",")[1]);
		reader.readAsDataURL(posted[index].get("images"));
	});
`;
/** Names of the sent photos in order. A photo that was sent twice is listed twice. */
export const postedNames = (page: Page) => page.evaluate<string[]>("postedNames()");
export const postedFile = async (page: Page, index = 0) =>
	Buffer.from(await page.evaluate<string>(`postedFile(${index})`), "base64");

export const field = (page: Page) => page.getByLabel("Elegir fotos");
/** Chooses files and waits until the page lists `shown` photos. */
export async function pick(page: Page, files: PhotoFile[], shown = files.length): Promise<void> {
	await field(page).setInputFiles(files);
	await expect.poll(() => lines(page).count()).toBe(shown);
}
/**
 * Closes the error dialog.
 * @returns the dialog's text
 */
export async function acceptError(page: Page): Promise<string> {
	const dialog = page.getByRole("alertdialog", { name: "Error" });
	const text = await dialog.locator("p").textContent();
	await dialog.getByRole("button", { name: "Aceptar" }).click();
	await dialog.waitFor({ state: "detached" });
	return text ?? "";
}
export const lines = (page: Page) => page.locator(".picked li");
export const notes = (page: Page) => lines(page).locator("p.hint").allTextContents();
export const save = (page: Page) => page.getByRole("button", { name: "Guardar" });
export const retry = (page: Page) => page.getByRole("button", { name: "Probar de nuevo" });
/** The page's message about a form that could not be sent. */
export const unsent = (page: Page) => page.locator(".unsent p").textContent();
export const fieldError = (page: Page) => page.locator("#documento-images-error").textContent();
export const focusedName = (page: Page) =>
	page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.id");
export const filesInField = (page: Page) =>
	field(page).evaluate((input: HTMLInputElement) => Array.from(input.files ?? [], ({ name }) => name));

export async function fillIn(page: Page): Promise<void> {
	await page.getByLabel("Título").fill("Licencia de conducir");
	await page.getByLabel("Descripción").fill("Clase D1, con la que manejo el colectivo.");
}

export async function saveAndLeave(page: Page): Promise<void> {
	await save(page).click();
	// The URL names the row.
	await page.waitForURL(new RegExp(`${LIST}\\?open=[0-9a-f-]+.*#fila-\\d+$`));
}

/** Widths of a user's stored photos in px, in order. "pending" precedes the width of a photo without a document. */
export async function keptWidths({ id }: User): Promise<(number | string)[]> {
	const rows = await db
		.selectFrom("document_images")
		.select(["width", "document_id"])
		.where("user_id", "=", id)
		.orderBy("position")
		.execute();
	return rows.map(({ width, document_id }) => (document_id === null ? `pending ${width}` : width));
}

/** Responds to photo uploads in place of the server; without `answer` there is no response. */
export async function answerPhotos(page: Page, answer?: Parameters<Route["fulfill"]>[0]): Promise<void> {
	await page.route("**/*_data=*", (route) => {
		if (route.request().resourceType() !== "xhr") return route.fallback();
		return answer ? route.fulfill(answer) : undefined;
	});
}
