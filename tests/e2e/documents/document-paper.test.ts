import { Resvg } from "@resvg/resvg-js";
import type { Page, Route } from "playwright-core";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { expectAccessible } from "../../support/browser/accessibility";
import { untilAlive } from "../../support/browser/alive";
import {
	ADD,
	documentSite,
	filesInField,
	LIST,
	lines,
	notes,
	pick,
	postedFile,
	save,
	saveAndLeave,
} from "../../support/browser/document-page";
import { documentsOf } from "../../support/document-forms";
import { type PhotoFile, smallPhotos } from "../../support/images/phone-photos";

/** Tests of papers that are photographed and put right in the form of a document. */
const site = documentSite();
let onTable: PhotoFile;
beforeAll(async () => {
	const table = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900">
		<rect width="1200" height="900" fill="#4a463f"/>
		<polygon points="300,200 900,240 860,740 260,700" fill="#e8e6df"/>
		<path d="M380 320 800 348M376 380 796 408M372 440 792 468" stroke="#333" stroke-width="10"/>
		<polygon points="310,210 410,217 404,297 304,290" fill="#c00000"/></svg>`;
	onTable = {
		name: "IMG_9.jpg",
		mimeType: "image/jpeg",
		// Not by sharp, which reads no SVG once the app has been loaded in this process.
		buffer: await sharp(new Resvg(table).render().asPng()).jpeg({ quality: 92 }).toBuffer(),
	};
});

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).press("Enter");
const said = (page: Page) => page.locator(".editor [role=status]").textContent();
const openEditor = async (page: Page) => {
	await pick(page, [onTable]);
	await press(page, "Arreglar la foto nueva 1: IMG_9.jpg");
	await page.locator(".editor .handle").first().waitFor();
};
/** Waits until the last step is made, and returns the size of what is shown. */
const madeSize = async (page: Page) => {
	await expect.poll(() => said(page)).toBe("");
	return page.locator(".editor canvas").evaluate(({ width, height }: HTMLCanvasElement) => [width, height]);
};

describe("a photographed paper", () => {
	test("is saved in three taps besides the camera's own, with nothing typed", async () => {
		await site.visit(LIST, { width: 360, height: 740 }, async (page, user) => {
			await page.getByRole("link", { name: "Agregar documento" }).first().click();
			await page.waitForURL(/add-document/);
			await untilAlive(page);
			const camera = page.waitForEvent("filechooser");
			await page.getByText("Sacar foto").click();
			await (await camera).setFiles([onTable]);
			await expect.poll(() => lines(page).count()).toBe(1);
			expect(await filesInField(page)).toEqual(["IMG_9.jpg"]);
			// Neither button was scrolled to.
			expect(await page.evaluate("scrollY")).toBe(0);
			await save(page).click();
			await page.getByText("Documento agregado").waitFor();
			expect(await documentsOf(user)).toMatchObject([{ description: "Sin descripción.", category: "otro" }]);
		});
	});

	test.each(["off", "on"] as const)(
		"is asked for first in the form of a new document, with script %s, and nothing moves when it comes",
		async (script) => {
			await site.visit(ADD, { script, width: 360 }, async (page) => {
				const tops = await Promise.all(
					["Sacar foto", "Elegir fotos", "Qué es", "Título"].map(async (text) => {
						const box = await page.getByText(text, { exact: true }).first().boundingBox();
						return box ? Math.round(box.y) : undefined;
					}),
				);
				expect(tops[0]).toBe(tops[1]);
				expect(tops).toEqual(tops.toSorted((a = 0, b = 0) => a - b));
				const heights = await page
					.locator(".sources .btn")
					.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().height));
				expect(heights).toEqual([104, 104]);
			});
		},
	);

	test("has a title that follows its kind until another one is typed, which replaces it at once", async () => {
		await site.visit(ADD, {}, async (page) => {
			const title = page.getByLabel("Título");
			await expect(title.inputValue()).resolves.toMatch(/^Documento del /);
			await page.getByText("Apto médico", { exact: true }).click();
			expect(await title.inputValue()).toMatch(/^Apto médico del /);
			await title.focus();
			await page.keyboard.type("Audiometría");
			await page.getByText("Carnet", { exact: true }).click();
			expect(await title.inputValue()).toBe("Audiometría");
		});
	});

	test("asks for the camera of the phone, and the other field still for the gallery", async () => {
		await site.visit(ADD, { script: "off" }, async (page) => {
			const fields = page.locator("input[type=file]");
			const captures = await fields.evaluateAll((all) => all.map((it) => it.getAttribute("capture")));
			expect(captures).toEqual(["environment", null]);
		});
	});

	test("is cropped by the corners that were found, straightened, turned, made sharper, and sent so", async () => {
		await site.visit(ADD, { width: 360 }, async (page) => {
			await openEditor(page);
			expect(await said(page)).toContain("Encontramos la hoja");
			await press(page, "Recortar");
			const [width = 0, height = 0] = await madeSize(page);
			expect(Math.abs(width - 601)).toBeLessThan(20);
			expect(Math.abs(height - 502)).toBeLessThan(20);
			await press(page, "Girar");
			expect(await madeSize(page)).toEqual([height, width]);
			await press(page, "Más nítido");
			await madeSize(page);
			await press(page, "Listo");
			expect(await filesInField(page)).toEqual(["IMG_9.jpg"]);
			await saveAndLeave(page);
			const sent = sharp(await postedFile(page));
			const { data, info } = await sent.raw().toBuffer({ resolveWithObject: true });
			expect([info.width, info.height]).toEqual([height, width]);
			const grey = (x: number, y: number) =>
				Array.from(
					data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3),
				);
			// Turned clockwise, the red mark is at the top right; everything is grey, and the paper white.
			const [red = 255, green = 0, blue = 0] = grey(info.width - 50, 50);
			expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(12);
			expect(red).toBeLessThan(140);
			expect(Math.min(...grey(60, info.height - 60))).toBeGreaterThan(240);
		});
	});

	// Jobs of the worker wait while there is a list for them.
	const before = `const { postMessage, terminate } = Worker.prototype;
		window.ended = 0;
		Worker.prototype.terminate = function () {
			ended++;
			terminate.call(this);
		};
		Worker.prototype.postMessage = function (job) {
			window.held ? held.push(() => postMessage.call(this, job)) : postMessage.call(this, job);
		};`;

	test("shows and sends what the last button asked for, also if a slow phone is done with an earlier one later", async () => {
		await site.visit(ADD, { before }, async (page) => {
			await openEditor(page);
			const shown = () =>
				page.locator(".editor canvas").evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
			const whole = await shown();
			await page.evaluate("window.held = []");
			await press(page, "Recortar");
			await press(page, "Más nítido");
			await press(page, "Volver al original");
			await expect.poll(() => said(page)).toBe("");
			await press(page, "Esquinas");
			// One worker has looked for the corners, two come late.
			await page.evaluate("held.splice(0).forEach((go) => go())");
			await expect.poll(() => page.evaluate("ended")).toBe(3);
			expect((await shown()) === whole).toBe(true);
			await press(page, "Listo");
			await saveAndLeave(page);
			expect((await postedFile(page)).equals(onTable.buffer)).toBe(true);
		});
	});

	test("is sent as it was cropped, however long that takes and whatever is done to another one meanwhile", async () => {
		await site.visit(ADD, { before }, async (page) => {
			await pick(page, [onTable, ...(await smallPhotos(1))]);
			await press(page, "Arreglar la foto nueva 1: IMG_9.jpg");
			await press(page, "Arreglar la foto nueva 2: IMG_1.jpg");
			const key = (place: number, name: string) => lines(page).nth(place).getByRole("button", { name });
			await lines(page).nth(0).locator(".handle").first().waitFor();
			await lines(page).nth(1).locator(".handle").first().waitFor();
			await page.evaluate("window.held = []");
			await key(0, "Recortar").press("Enter");
			await key(1, "Dejar entera").press("Enter");
			await save(page).click();
			await page.evaluate("held.splice(0).forEach((go) => go())");
			await page.getByText("Documento agregado").waitFor();
			const { width = 0 } = await sharp(await postedFile(page)).metadata();
			expect(Math.abs(width - 601)).toBeLessThan(20);
		});
	});

	test("is sent as it was cropped while the photo before it was on its way", async () => {
		await site.visit(ADD, { before }, async (page) => {
			const onItsWay = new Promise<Route>((resolve) => page.route("**/*_data=*", resolve, { times: 1 }));
			await pick(page, [...(await smallPhotos(1)), onTable]);
			await press(page, "Arreglar la foto nueva 2: IMG_9.jpg");
			await page.locator(".editor .handle").first().waitFor();
			await save(page).click();
			const first = await onItsWay;
			await page.evaluate("window.held = []");
			await press(page, "Recortar");
			await first.fallback();
			await expect.poll(() => notes(page)).toContain("Lista");
			await page.evaluate("held.splice(0).forEach((go) => go())");
			await page.getByText("Documento agregado").waitFor();
			const { width = 0 } = await sharp(await postedFile(page, 1)).metadata();
			expect(Math.abs(width - 601)).toBeLessThan(20);
		});
	});

	test("goes back to the photo as it was taken, bytes and all, until it is saved", async () => {
		await site.visit(ADD, {}, async (page) => {
			await openEditor(page);
			await press(page, "Dejar entera");
			for (const steps of [["Más nítido"], ["Girar"], ["Esquinas", "Recortar"]]) {
				for (const step of steps) await press(page, step);
				await madeSize(page);
				await press(page, "Volver al original");
				expect(await madeSize(page), steps.join()).toEqual([1200, 900]);
				expect(await page.getByRole("button", { name: "Volver al original" }).count()).toBe(0);
			}
			await press(page, "Listo");
			await saveAndLeave(page);
			expect((await postedFile(page)).equals(onTable.buffer)).toBe(true);
		});
	});

	test("has corners that move with finger and keys, and is accessible", async () => {
		await site.visit(ADD, { width: 320 }, async (page) => {
			await openEditor(page);
			await expectAccessible(page);
			const handle = page.locator(".editor .handle").first();
			const before = Number(await handle.getAttribute("cx"));
			await handle.press("ArrowLeft");
			expect(Number(await handle.getAttribute("cx"))).toBeCloseTo(before - 12, 0);
			const box = await handle.boundingBox();
			expect(box?.width).toBeGreaterThanOrEqual(44);
			await handle.scrollIntoViewIfNeeded();
			const from = await handle.boundingBox();
			if (!from) throw new Error("no handle");
			await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
			await page.mouse.down();
			await page.mouse.move(from.x + from.width / 2 - 30, from.y + from.height / 2 - 20);
			await page.mouse.up();
			// React shows moves of a pointer a little later, unlike presses.
			await expect.poll(async () => Number(await handle.getAttribute("cx"))).toBeLessThan(before - 60);
		});
	});

	test.each(["Listo", "Guardar"])(
		"is cropped by corners that were moved, also where '%s' is pressed at once",
		async (name) => {
			await site.visit(ADD, { width: 360 }, async (page) => {
				await openEditor(page);
				await page.locator(".editor .handle").first().press("ArrowLeft");
				if (name === "Listo") await press(page, name);
				await saveAndLeave(page);
				const { width = 0 } = await sharp(await postedFile(page)).metadata();
				expect(width).toBeLessThan(700);
			});
		},
	);

	test("keeps the focus, also where a press takes its own button away", async () => {
		await site.visit(ADD, {}, async (page) => {
			const focused = () =>
				page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.className);
			await pick(page, [onTable, ...(await smallPhotos(1))]);
			await press(page, "Arreglar la foto nueva 1: IMG_9.jpg");
			await expect.poll(focused).toBe("editor");
			await page.locator(".editor .handle").first().waitFor();
			for (const name of ["Recortar", "Volver al original", "Esquinas"]) {
				await press(page, name);
				await expect.poll(focused).toBe(name === "Recortar" ? "btn" : "editor");
			}
			await press(page, "Listo");
			await expect.poll(focused).toBe("Arreglar la foto nueva 1: IMG_9.jpg");
			await press(page, "Poner antes la foto nueva 2: IMG_1.jpg");
			await expect.poll(focused).toBe("Arreglar la foto nueva 1: IMG_1.jpg");
		});
	});

	test("is worked on by the page where the worker does not come", async () => {
		const before = "delete window.Worker";
		await site.visit(ADD, { before }, async (page) => {
			await openEditor(page);
			await press(page, "Recortar");
			const [width = 0] = await madeSize(page);
			expect(Math.abs(width - 601)).toBeLessThan(20);
		});
	});

	test("without a clear sheet proposes nothing", async () => {
		await site.visit(ADD, {}, async (page) => {
			await pick(page, await smallPhotos(1));
			await press(page, "Arreglar la foto nueva 1: IMG_1.jpg");
			await expect.poll(() => said(page)).toContain("Llevá cada esquina");
		});
	});

	test("is put before another one", async () => {
		await site.visit(ADD, {}, async (page) => {
			await pick(page, await smallPhotos(1, 2, 3));
			await press(page, "Poner antes la foto nueva 3: IMG_3.jpg");
			expect(await filesInField(page)).toEqual(["IMG_1.jpg", "IMG_3.jpg", "IMG_2.jpg"]);
		});
	});
});
