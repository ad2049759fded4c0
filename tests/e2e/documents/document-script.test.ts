import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { documentRecord } from "~/features/documents/document-record.server";
import { sweepPendingImages } from "~/features/documents/photos/document-images.server";
import * as messages from "~/lib/messages";
import { deleteRecord, eraseDeletedRecords } from "~/lib/records/deleted-records.server";
import { DELETED } from "~/lib/records/save-record-form.server";
import { MINUTE_MS } from "~/lib/units/durations";
import { expectAccessible } from "../../support/browser/accessibility";
import { untilAlive } from "../../support/browser/alive";
import {
	ADD,
	acceptError,
	answerPhotos,
	documentSite,
	field,
	fieldError,
	filesInField,
	fillIn,
	focusedName,
	keptWidths,
	lines,
	pick,
	postedFile,
	postedNames,
	save,
	saveAndLeave,
} from "../../support/browser/document-page";
import { documentsOf } from "../../support/document-forms";
import { largePhoto, look, type PhotoFile, smallPhoto, smallPhotos } from "../../support/images/phone-photos";
import { evened } from "../../support/texts/evened";

/** Tests of the hydrated document form: selecting, shrinking and sending photos. */
const site = documentSite();
let large: PhotoFile;
beforeAll(async () => {
	large = await largePhoto();
});

describe("selecting photos", () => {
	test("adds to the list, shows each, keeps the field in sync, and sends exactly those, in order", async () => {
		await site.visit(ADD, {}, async (page, person) => {
			await fillIn(page);
			await pick(page, await smallPhotos(4, 2));
			await pick(page, await smallPhotos(3, 1), 4);
			expect(await filesInField(page)).toEqual(["IMG_4.jpg", "IMG_2.jpg", "IMG_3.jpg", "IMG_1.jpg"]);
			expect(await lines(page).locator("p:first-of-type").allTextContents()).toEqual([
				"Foto 1: IMG_4.jpg",
				"Foto 2: IMG_2.jpg",
				"Foto 3: IMG_3.jpg",
				"Foto 4: IMG_1.jpg",
			]);
			await expect
				.poll(() =>
					lines(page)
						.locator("img")
						.evaluateAll((all: HTMLImageElement[]) => all.map((it) => it.naturalWidth)),
				)
				.toEqual([104, 102, 103, 101]);
			await page.getByRole("button", { name: "Quitar la foto nueva 2: IMG_2.jpg" }).press("Enter");
			await expect.poll(() => focusedName(page)).toBe("Quitar la foto nueva 2: IMG_3.jpg");
			expect(await filesInField(page)).toEqual(["IMG_4.jpg", "IMG_3.jpg", "IMG_1.jpg"]);
			await saveAndLeave(page);
			expect(await keptWidths(person)).toEqual([104, 103, 101]);
		});
	});

	test("ignores duplicates, and selecting nothing removes nothing", async () => {
		await site.visit(ADD, {}, async (page) => {
			const [photo] = await smallPhotos(1);
			// `lastModified` is constant, so that selecting a file twice gives equal files, as in a real browser.
			const pick = (name: string) =>
				field(page).evaluate(
					(input: HTMLInputElement, [name, text]) => {
						const transfer = new DataTransfer();
						if (name) transfer.items.add(new File([text], name, { lastModified: 1 }));
						input.files = transfer.files;
						input.dispatchEvent(new Event("change", { bubbles: true }));
					},
					[name, String(photo?.buffer)] as const,
				);
			for (const name of ["a.jpg", "a.jpg", "b.jpg", ""]) {
				await pick(name);
				await expect.poll(() => lines(page).last().textContent()).toContain(name);
			}
			expect(await filesInField(page)).toEqual(["a.jpg", "b.jpg"]);
			await lines(page)
				.last()
				.getByRole("button", { name: /^Quitar/ })
				.click();
			await expect.poll(() => focusedName(page)).toBe("documento-images");
			await lines(page)
				.last()
				.getByRole("button", { name: /^Quitar/ })
				.click();
			expect(await filesInField(page)).toEqual([]);
		});
	});

	test("keeps ten of eleven, and names the one left out before anything is sent", async () => {
		await site.visit(ADD, {}, async (page) => {
			await pick(page, await smallPhotos(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), 10);
			const text = `${messages.tooManyImages} Quedó afuera: «IMG_11.jpg».`;
			expect(await acceptError(page)).toBe(text);
			await expect.poll(() => fieldError(page)).toBe(text);
			await expect.poll(() => focusedName(page)).toBe("documento-images");
			await lines(page)
				.first()
				.getByRole("button", { name: /^Quitar/ })
				.click();
			await expect.poll(() => fieldError(page)).toBe("");
			expect((await filesInField(page)).at(-1)).toBe("IMG_10.jpg");
		});
	});

	test("counts stored photos, except those with a ticked Quitar", async () => {
		await site.visit(ADD, {}, async (page, person) => {
			await fillIn(page);
			await pick(page, await smallPhotos(1, 2));
			await saveAndLeave(page);
			await page.getByRole("link", { name: "Editar Licencia de conducir" }).click();
			await page.waitForURL("**/auth/edit-document/*");
			await untilAlive(page);
			await pick(page, await smallPhotos(3, 4, 5, 6, 7, 8, 9, 10, 11), 8);
			expect(await acceptError(page)).toContain("«IMG_11.jpg»");
			await page.getByLabel("Quitar la foto 1").check();
			await expect.poll(() => fieldError(page)).toBe("");
			await pick(page, await smallPhotos(11), 9);
			await page.getByLabel("Quitar la foto 1").uncheck();
			await expect.poll(() => fieldError(page)).toBe(messages.tooManyImages);
			// `sent` names all photos that the page has sent so far. The form now has too many photos, so pressing "save"
			// must send no further photo.
			const sent = await postedNames(page);
			await save(page).click();
			await expect.poll(() => focusedName(page)).toBe("documento-images");
			expect(await postedNames(page)).toEqual(sent);
			await page.getByLabel("Quitar la foto 1").check();
			await saveAndLeave(page);
			expect(await keptWidths(person)).toEqual([102, 103, 104, 105, 106, 107, 108, 109, 110, 111]);
		});
	});

	test("of a document that was deleted elsewhere keeps them for the question whether to add it again", async () => {
		await site.visit(ADD, { noted: /status of 409/ }, async (page, person) => {
			await fillIn(page);
			await pick(page, await smallPhotos(1));
			await saveAndLeave(page);
			await page.getByRole("link", { name: "Editar Licencia de conducir" }).click();
			await page.waitForURL("**/auth/edit-document/*");
			await untilAlive(page);
			await pick(page, await smallPhotos(2));
			const [{ id_file: id } = { id_file: "" }] = await documentsOf(person);
			await deleteRecord(documentRecord, { userId: person.id, id });
			await eraseDeletedRecords(Date.now() + MINUTE_MS);
			await sweepPendingImages(Date.now() + MINUTE_MS);
			await save(page).click();
			await page.getByText(DELETED).first().waitFor();
			await untilAlive(page);
			await saveAndLeave(page);
			expect(await keptWidths(person)).toEqual([102]);
		});
	});

	test("is accessible in both schemes, with file names of any length", async () => {
		await site.visit(ADD, { noted: /status of 4/ }, async (page) => {
			await fillIn(page);
			await answerPhotos(page, {
				status: 400,
				json: { refused: [`${messages.photoFailed} «${"y".repeat(60)}».`], kept: [] },
			});
			await field(page).setInputFiles([
				await smallPhoto(1, `${"x".repeat(120)}.jpg`),
				await smallPhoto(2, `${"una foto ".repeat(12)}.jpg`),
			]);
			for (const press of [false, true]) {
				if (press) await save(page).click();
				if (press) await page.locator(".picked .refused").last().waitFor();
				if (press) await expectAccessible(page, [320]);
				if (press) await acceptError(page);
				await expectAccessible(page, [320]);
			}
		});
	});
});

describe("a photo is sent", () => {
	test("as an upright JPEG of at most 1600 px", async () => {
		await site.visit(ADD, {}, async (page) => {
			expect(await look(large.buffer)).toEqual({ width: 1800, height: 2400, isUpright: true });
			await fillIn(page);
			await answerPhotos(page);
			await field(page).setInputFiles(large);
			await save(page).click();
			await expect.poll(() => postedNames(page)).toEqual(["IMG_9000.jpg"]);
			const posted = await postedFile(page);
			expect(await look(posted)).toEqual({ width: 1200, height: 1600, isUpright: true });
			expect(posted.length).toBeLessThan(large.buffer.length / 2);
			const { format, orientation } = await sharp(posted).metadata();
			expect({ format, orientation }).toEqual({ format: "jpeg", orientation: undefined });
		});
	});

	test("upright by Chrome before 2023 too, whose createImageBitmap cannot orient it", async () => {
		const before = "window.createImageBitmap = () => Promise.reject(new TypeError())";
		await site.visit(ADD, { before }, async (page) => {
			await fillIn(page);
			await answerPhotos(page);
			await field(page).setInputFiles(large);
			await save(page).click();
			await expect.poll(() => postedNames(page)).toHaveLength(1);
			expect(await look(await postedFile(page))).toEqual({ width: 1200, height: 1600, isUpright: true });
		});
	});

	test.each([
		[
			"has no memory",
			"window.createImageBitmap = HTMLImageElement.prototype.decode = () => Promise.reject(new Error())",
		],
		["cannot turn a canvas into a file", "HTMLCanvasElement.prototype.toBlob = (done) => done(null)"],
		["has no canvas", "HTMLCanvasElement.prototype.getContext = () => null"],
		[
			"alters canvas pixels",
			"const read = CanvasRenderingContext2D.prototype.getImageData;" +
				"CanvasRenderingContext2D.prototype.getImageData = function (...at) {" +
				"const image = read.apply(this, at); image.data[0]++; return image; }",
		],
	])("unchanged by a browser that %s", async (_, before) => {
		await site.visit(ADD, { before }, async (page) => {
			await fillIn(page);
			await answerPhotos(page);
			await field(page).setInputFiles(large);
			await save(page).click();
			await expect.poll(() => postedNames(page)).toHaveLength(1);
			expect((await postedFile(page)).equals(large.buffer)).toBe(true);
		});
	});

	test("unchanged when it is truncated: the server refuses it by name, and stores nothing half grey", async () => {
		const half = large.buffer.subarray(0, large.buffer.length / 2);
		await site.visit(ADD, { noted: /status of 4/ }, async (page, person) => {
			await fillIn(page);
			await field(page).setInputFiles([{ ...large, name: "cortada.jpg", buffer: half }, await smallPhoto(1)]);
			await save(page).click();
			await expect
				.poll(() => fieldError(page))
				.toMatch(/^Ocurrio un error al cargar la imagen\. La imagen está dañada.+ \(«cortada\.jpg»\)$/);
			expect((await postedFile(page)).equals(half)).toBe(true);
			expect(await acceptError(page)).toBe(await fieldError(page));
			expect(await keptWidths(person)).toEqual(["pending 101"]);
			await page.getByRole("button", { name: "Quitar la foto nueva 1: cortada.jpg" }).click();
			await saveAndLeave(page);
			expect(await keptWidths(person)).toEqual([101]);
		});
	});

	test("again when the server has erased them meanwhile, as after a day without saving", async () => {
		await site.visit(ADD, { noted: /status of 4/ }, async (page, person) => {
			await fillIn(page);
			await pick(page, [await smallPhoto(1), { ...large, name: "no.gif", buffer: Buffer.from("GIF89a") }]);
			await save(page).click();
			await acceptError(page);
			await page.getByRole("button", { name: "Quitar la foto nueva 2: no.gif" }).click();
			await sweepPendingImages(Date.now() + 24 * 3_600_000);
			await save(page).click();
			await expect.poll(() => fieldError(page)).toContain("alguna ya no está");
			await saveAndLeave(page);
			expect(await keptWidths(person)).toEqual([101]);
		});
	});

	test("only after the form was found valid", async () => {
		await site.visit(ADD, {}, async (page) => {
			await field(page).setInputFiles(await smallPhotos(1));
			await page.getByLabel("Título").fill("");
			// Uses the keyboard, because the bar at the bottom covers the button.
			await save(page).press("Enter");
			await expect.poll(() => focusedName(page)).toBe("documento-title");
			expect(await postedNames(page)).toEqual([]);
			expect(await filesInField(page)).toEqual(["IMG_1.jpg"]);
		});
	});

	test("with visible progress for each photo", async () => {
		await site.visit(ADD, {}, async (page) => {
			await fillIn(page);
			await pick(page, await smallPhotos(1, 2));
			await page.evaluate(`{
				window.said = new Set();
				const place = document.querySelector(".picked").closest(".field");
				const noteAll = () => place.querySelectorAll(".picked .hint, [role=status]").forEach((it) => said.add(it.textContent));
				new MutationObserver(noteAll).observe(place, { childList: true, characterData: true, subtree: true });
			}`);
			let sent = 0;
			// A photo arrives only once the page says that it is on its way.
			await page.route("**/*_data=*", async (route) => {
				if (route.request().resourceType() !== "xhr") return route.fallback();
				await page.waitForFunction(`said.has("Foto ${++sent} de 2")`);
				return route.fallback();
			});
			await saveAndLeave(page);
			const said = evened(await page.evaluate<string[]>("[...said]"));
			expect(said.map((text) => text.replace(/[1-9]\d? %/, "N %"))).toEqual(
				expect.arrayContaining(["Foto 1 de 2", "Enviando 0 % de 1 KB", "Lista", "Foto 2 de 2"]),
			);
			expect(said.join()).not.toContain("Foto 0");
		});
	});
});

test("a photo on a very slow connection is reported as slow, shrunk further and stored", async () => {
	await site.visit(ADD, {}, async (page, person) => {
		await fillIn(page);
		await pick(page, [await largePhoto()]);
		const network = await page.context().newCDPSession(page);
		const setSpeed = (uploadThroughput: number) =>
			network.send("Network.emulateNetworkConditions", {
				offline: false,
				latency: 0,
				downloadThroughput: -1,
				uploadThroughput,
			});
		await setSpeed(3000);
		await page.evaluate(`{
			window.said = new Set();
			const list = document.querySelector(".photos.picked");
			const note = () => said.add(list.querySelector(".hint")?.textContent.replace(/\\d+\\s%/, "N %"));
			new MutationObserver(note).observe(list, { childList: true, characterData: true, subtree: true });
		}`);
		const said = () => page.evaluate<string[]>("[...said]");
		await save(page).click();
		await expect
			.poll(said, { timeout: 40_000 })
			.toContainEqual(expect.stringContaining("achicamos más la foto"));
		// Both sizes are seen before the rest goes too fast for it.
		const sizes = async () => (await said()).filter((text) => /^Enviando N % de \d+ KB/.test(text));
		await expect.poll(sizes).toHaveLength(2);
		await setSpeed(-1);
		await page.waitForURL(/my-documents/);
		await network.detach();
		expect(await keptWidths(person)).toEqual([750]);
	});
});
