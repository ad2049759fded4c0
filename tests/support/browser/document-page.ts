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
	/** JavaScript code that runs in the page before the page's own scripts. */
	before?: string;
	/** Whether the page's clock stops after hydration and advances only through `page.clock`. */
	clock?: boolean;
	isPlain?: boolean;
	/** Console messages that the test allows; by default none. */
	noted?: RegExp;
}

export interface DocumentSite {
	/** A proxy between browser and server that can lose or delay responses. */
	line: CuttingProxy;
	/** Opens a page as a new user. Expects no console messages except those that match `noted`. */
	visit(path: string, how: Opened, use: (page: Page, user: User) => Promise<void>): Promise<void>;
	/** Signs the user in again, with another session in the same browser. */
	signIn(page: Page, user: User): Promise<void>;
}

/** Starts the server on the database of the current test file, and opens its pages in Chromium with JavaScript on. */
export function documentSite(): DocumentSite {
	const line = cuttingProxyForFile(serverForFile(ownData));
	const signIn = async (page: Page, user: User) => signInAt(line.origin, page, (await signedIn(user)).Cookie);
	return {
		line,
		signIn,
		async visit(path, { before, clock, noted, isPlain, ...how }, use) {
			const user = await makeUser({ password_hash: null });
			const page = await openPage({ script: "on", ...how });
			await expectQuiet(page, noted, async () => {
				await signIn(page, user);
				await page.addInitScript(keepPosted);
				if (before) await page.addInitScript(before);
				await page.goto(line.origin + path);
				if (how.script !== "off" && !isPlain) await untilAlive(page);
				if (clock) {
					await page.clock.install();
					await page.clock.pauseAt(Date.now() + 3_600_000);
				}
				await use(page, user);
			});
		},
	};
}

/** Script that records the files that the page sends, since Playwright does not report the files in a request. */
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
/** Names of the photos that the page's script has sent, in order. A photo sent twice is listed twice. */
export const postedNames = (page: Page) => page.evaluate<string[]>("postedNames()");
/** The bytes of a photo that the page's script has sent. */
export const postedFile = async (page: Page, index = 0) =>
	Buffer.from(await page.evaluate<string>(`postedFile(${index})`), "base64");

export const field = (page: Page) => page.getByLabel("Agregar fotos");
/** Chooses photo files and waits until the page lists `shown` photos in total. */
export async function pick(page: Page, files: PhotoFile[], shown = files.length): Promise<void> {
	await field(page).setInputFiles(files);
	await expect.poll(() => lines(page).count(), { timeout: 10_000 }).toBe(shown);
}
/**
 * Closes the error dialog about photos.
 * @returns the text of the dialog
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
	await page.waitForURL(`**${LIST}`);
}

/**
 * Widths in pixels of a user's photos, in order, with the word "pending" before photos that belong to no document
 * yet.
 */
export async function keptWidths({ id }: User): Promise<(number | string)[]> {
	const rows = await db
		.selectFrom("document_images")
		.select(["width", "document_id"])
		.where("user_id", "=", id)
		.orderBy("position")
		.execute();
	return rows.map(({ width, document_id }) => (document_id === null ? `pending ${width}` : width));
}

/**
 * Responds, in place of the server, to the photo uploads of the page's script. Without `answer`, an upload gets no
 * response.
 */
export async function answerPhotos(page: Page, answer?: Parameters<Route["fulfill"]>[0]): Promise<void> {
	await page.route("**/*_data=*", (route) => {
		if (route.request().resourceType() !== "xhr") return route.fallback();
		return answer ? route.fulfill(answer) : undefined;
	});
}
