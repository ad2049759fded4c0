import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import * as messages from "~/lib/messages";
import { harmScripts, holdScripts, untilAlive } from "../../support/browser/alive";
import {
	ADD,
	acceptError,
	documentSite,
	field,
	fieldError,
	fillIn,
	keptWidths,
	lines,
	passTime,
	pick,
	postedFile,
	postedNames,
	save,
	saveAndLeave,
} from "../../support/browser/document-page";
import { holdRequests } from "../../support/browser/held-requests";
import { largePhoto, look, smallPhotos } from "../../support/images/phone-photos";

const site = documentSite();

/** The script that shows, shrinks and sends photos. */
const PHOTOS_SCRIPT = "*/_shared/selected-photos-*.js";

describe("before hydration", () => {
	async function early(page: Page): Promise<() => Promise<void>> {
		const release = await holdScripts(page);
		await page.goto(site.line.origin + ADD, { waitUntil: "commit" });
		return release;
	}

	test("selected photos are taken over, and the eleventh is named", async () => {
		await site.visit("/about", { isPlain: true }, async (page) => {
			const release = await early(page);
			await field(page).setInputFiles(await smallPhotos(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
			await release();
			await expect.poll(() => lines(page).count(), { timeout: 60_000 }).toBe(10);
			const text = `${messages.tooManyImages} Quedó afuera: «IMG_11.jpg».`;
			expect(await acceptError(page)).toBe(text);
			await expect.poll(() => fieldError(page)).toBe(text);
		});
	});

	test("a photo of the camera is taken over too, and the next one does not replace it", async () => {
		await site.visit("/about", { isPlain: true }, async (page, person) => {
			const release = await early(page);
			await fillIn(page);
			await page.getByLabel("Sacar foto").setInputFiles(await smallPhotos(1));
			await release();
			await expect.poll(() => lines(page).count()).toBe(1);
			await page.getByLabel("Sacar foto").setInputFiles(await smallPhotos(2));
			await expect.poll(() => lines(page).count()).toBe(2);
			await saveAndLeave(page);
			expect(await keptWidths(person)).toEqual([101, 102]);
		});
	});

	test("typed text stays, and so does its focus", async () => {
		await site.visit("/about", { isPlain: true }, async (page, person) => {
			const release = await early(page);
			await fillIn(page);
			await page.getByLabel("Descripción").fill("Dos renglones\nescritos antes");
			await page.getByLabel("Descripción").focus();
			await release();
			await untilAlive(page);
			expect(await page.getByLabel("Descripción").inputValue()).toBe("Dos renglones\nescritos antes");
			expect(await page.evaluate("document.activeElement.name")).toBe("description");
			await pick(page, await smallPhotos(1));
			await saveAndLeave(page);
			expect(await keptWidths(person)).toEqual([101]);
		});
	});

	test("a submitted form contains its photos", async () => {
		await site.visit("/about", { isPlain: true }, async (page, person) => {
			const release = await early(page);
			await fillIn(page);
			await field(page).setInputFiles(await smallPhotos(1, 2));
			await saveAndLeave(page);
			await release();
			expect(await keptWidths(person)).toEqual([101, 102]);
		});
	});
});

test("with Save-Data no script is loaded until a photo is selected, which is then shrunk", async () => {
	const before =
		'Object.defineProperty(Object.getPrototypeOf(navigator.connection), "saveData", { value: true })';
	await site.visit(ADD, { before, isPlain: true }, async (page, person) => {
		const scripts: string[] = [];
		page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
		await page.waitForLoadState("networkidle");
		await fillIn(page);
		expect(scripts).toEqual([]);
		await pick(page, [await largePhoto()]);
		await save(page).click();
		await expect.poll(() => postedNames(page)).toEqual(["IMG_9000.jpg"]);
		expect(await look(await postedFile(page))).toEqual({ width: 1200, height: 1600, isUpright: true });
		await page.waitForURL(/my-documents\?open=/);
		expect(await keptWidths(person)).toEqual([1200]);
	});
});

describe("when the script of the photos", () => {
	test.each(["absent", "cut", "corrupt"] as const)("is %s, the form itself sends them", async (harm) => {
		await site.visit("/about", { isPlain: true, noted: /status of 404/ }, async (page, person) => {
			await harmScripts(page, PHOTOS_SCRIPT, harm);
			await page.goto(site.line.origin + ADD);
			await untilAlive(page);
			await fillIn(page);
			await field(page).setInputFiles(await smallPhotos(1, 2));
			await saveAndLeave(page);
			expect(await postedNames(page)).toEqual([]);
			expect(await keptWidths(person)).toEqual([101, 102]);
		});
	});

	test("loads slowly, the form waits for it, with all that was chosen meanwhile", async () => {
		await site.visit(ADD, {}, async (page, person) => {
			const release = await holdRequests(page, PHOTOS_SCRIPT);
			await fillIn(page);
			await page.getByLabel("Sacar foto").setInputFiles(await smallPhotos(1));
			await field(page).setInputFiles(await smallPhotos(2));
			await field(page).setInputFiles([]);
			await save(page).click();
			await expect.poll(() => save(page).isDisabled()).toBe(true);
			await release();
			await page.waitForURL(/my-documents\?open=/);
			expect(await postedNames(page)).toEqual(["IMG_1.jpg", "IMG_2.jpg"]);
			expect(await keptWidths(person)).toEqual([101, 102]);
		});
	});

	test("comes when nobody waits for it any more, it shows the photos all the same", async () => {
		await site.visit(ADD, { stopsTimers: true }, async (page, person) => {
			const release = await holdRequests(page, PHOTOS_SCRIPT);
			await fillIn(page);
			await field(page).setInputFiles(await smallPhotos(1));
			await passTime(page, 10_000);
			await field(page).setInputFiles(await smallPhotos(2));
			await release();
			await expect.poll(() => lines(page).count()).toBe(2);
			await saveAndLeave(page);
			expect(await keptWidths(person)).toEqual([101, 102]);
		});
	});

	test("never loads, the form is sent without it after a while", async () => {
		await site.visit(ADD, { stopsTimers: true }, async (page, person) => {
			await holdRequests(page, PHOTOS_SCRIPT);
			await fillIn(page);
			await field(page).setInputFiles(await smallPhotos(1, 2));
			await save(page).click();
			await passTime(page, 10_000);
			await page.waitForURL(/my-documents\?open=/);
			expect(await postedNames(page)).toEqual([]);
			expect(await keptWidths(person)).toEqual([101, 102]);
		});
	});
});
