import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { endAllSessions } from "~/features/auth/passwords/credentials.server";
import { db } from "~/lib/database/db.server";
import { pathOf } from "../../support/browser/browser";
import {
	ADD,
	acceptError,
	answerPhotos,
	documentSite,
	fieldError,
	filesInField,
	fillIn,
	focusedName,
	keptWidths,
	lines,
	notes,
	passTime,
	pick,
	postedFile,
	postedNames,
	retry,
	save,
	saveAndLeave,
	unsent,
} from "../../support/browser/document-page";
import { documentsOf } from "../../support/document-forms";
import { largePhoto, type PhotoFile, smallPhotos } from "../../support/images/phone-photos";
import { evened } from "../../support/texts/evened";

const site = documentSite();
let large: PhotoFile;
beforeAll(async () => {
	large = await largePhoto();
});

describe("a connection that breaks", () => {
	const noted = /net::ERR_|status of [45]/;

	test("is retried once automatically; then Guardar continues from there, without duplicates", async () => {
		// Lets the page shrink a photo only once, as on a phone short of memory: a retry must send the shrunk file.
		const before = `
			const { toBlob } = HTMLCanvasElement.prototype;
			HTMLCanvasElement.prototype.toBlob = function (...all) {
				toBlob.apply(this, all);
				HTMLCanvasElement.prototype.toBlob = (done) => done(null);
			};
		`;
		await site.visit(ADD, { stopsTimers: true, noted, before }, async (page, person) => {
			await fillIn(page);
			await pick(page, [...(await smallPhotos(1, 2)), large, ...(await smallPhotos(4, 5))]);
			site.line.loseResponses("IMG_9000.jpg");
			await save(page).click();
			await page.getByText("Se cortó. Probamos de nuevo…").waitFor();
			expect(await save(page).isDisabled()).toBe(true);
			await passTime(page, 2000);
			await page.getByText("No se pudo enviar").waitFor();
			expect(await notes(page)).toEqual(["Lista", "Lista", "No se pudo enviar", "", ""]);
			expect(await unsent(page)).toBe(
				"Se cortó la conexión. Se sigue desde la foto 3: las que ya están no se mandan de nuevo.",
			);
			// An effect moves the focus, after the note is shown.
			await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Probar de nuevo");
			expect(await keptWidths(person)).toEqual(["pending 101", "pending 102", "pending 1200"]);
			expect(await filesInField(page)).toEqual(["IMG_9000.jpg", "IMG_4.jpg", "IMG_5.jpg"]);
			expect(await save(page).isEnabled()).toBe(true);
			const bytes = await postedFile(page, 2);
			const names = await postedNames(page);
			expect(names).toEqual(["IMG_1.jpg", "IMG_2.jpg", "IMG_9000.jpg", "IMG_9000.jpg"]);
			expect((await postedFile(page, 3)).equals(bytes)).toBe(true);
			site.line.loseResponses(undefined);
			await retry(page).click();
			await page.waitForURL(/my-documents(\?open=.*)?$/);
			expect(await keptWidths(person)).toEqual([101, 102, 1200, 104, 105]);
		});
	});

	test.each([
		["taken out", ["Quitar la foto nueva 2: IMG_2.jpg"], [101, 103]],
		["turned", ["Arreglar la foto nueva 2: IMG_2.jpg", "Dejar entera", "Girar", "Listo"], [101, 100, 103]],
	])("with the answer of a photo saves it no more as it was, once it is %s", async (_what, keys, widths) => {
		await site.visit(ADD, { stopsTimers: true, noted }, async (page, person) => {
			await fillIn(page);
			await pick(page, await smallPhotos(1, 2, 3));
			site.line.loseResponses("IMG_2.jpg");
			await save(page).click();
			await page.getByText("Se cortó. Probamos de nuevo…").waitFor();
			await passTime(page, 2000);
			await retry(page).waitFor();
			expect(await keptWidths(person)).toEqual(["pending 101", "pending 102"]);
			for (const name of keys) await page.getByRole("button", { name, exact: true }).press("Enter");
			site.line.loseResponses(undefined);
			await save(page).click();
			await page.waitForURL(/my-documents(\?open=.*)?$/);
			expect(await keptWidths(person)).toEqual(widths);
		});
	});

	test("for a moment needs no action by the user", async () => {
		await site.visit(ADD, { stopsTimers: true, noted }, async (page, person) => {
			await fillIn(page);
			await pick(page, await smallPhotos(1, 2));
			site.line.loseResponses("IMG_2.jpg");
			await save(page).click();
			await page.getByText("Se cortó. Probamos de nuevo…").waitFor();
			site.line.loseResponses(undefined);
			await passTime(page, 2000);
			await page.waitForURL(/my-documents(\?open=.*)?$/);
			expect(await keptWidths(person)).toEqual([101, 102]);
		});
	});

	test("without progress for a minute is given up", async () => {
		await site.visit(ADD, { stopsTimers: true, noted }, async (page) => {
			await fillIn(page);
			await answerPhotos(page);
			await pick(page, await smallPhotos(1));
			await save(page).click();
			await expect.poll(() => postedNames(page)).toHaveLength(1);
			await passTime(page, 60_000);
			await page.getByText("Se cortó. Probamos de nuevo…").waitFor();
			await passTime(page, 2000);
			await expect.poll(() => postedNames(page)).toHaveLength(2);
			await passTime(page, 59_000);
			await expect.poll(async () => evened(await notes(page))).toEqual(["Enviando 0 % de 1 KB"]);
			await passTime(page, 1000);
			await page.getByText("No se pudo enviar").waitFor();
		});
	});

	test.each([
		[
			"server",
			{ status: 503, json: { refused: ["Hay muchas personas subiendo fotos."], kept: [] } },
			"Hay muchas personas subiendo fotos.",
		],
		["proxy", { status: 429, body: "<html>" }, "El servidor no puede recibirla ahora."],
	])("because the %s refuses it says why, and goes on from that photo", async (_name, answer, reason) => {
		await site.visit(ADD, { stopsTimers: true, noted }, async (page) => {
			await fillIn(page);
			await answerPhotos(page, answer);
			await pick(page, await smallPhotos(1));
			await save(page).click();
			await page.getByText("Se cortó. Probamos de nuevo…").waitFor();
			await passTime(page, 2000);
			await page.getByText("No se pudo enviar").waitFor();
			expect(await unsent(page)).toContain(`${reason} Se sigue desde la foto 1`);
		});
	});

	test("is abandoned by Cancelar; any other way to leave the page asks for confirmation", async () => {
		await site.visit(ADD, { noted }, async (page, person) => {
			const asked: string[] = [];
			page.on("dialog", async (dialog) => {
				asked.push(dialog.type());
				await dialog.dismiss();
			});
			await fillIn(page);
			await answerPhotos(page);
			await pick(page, await smallPhotos(1));
			await save(page).click();
			await expect.poll(() => postedNames(page)).toHaveLength(1);
			await page.evaluate("location.href = '/about'");
			await expect.poll(() => asked).toEqual(["beforeunload"]);
			for (let press = 0; press < 2; press++)
				await page.locator("main").getByRole("link", { name: "Mis Documentos" }).click();
			await expect.poll(() => asked).toEqual(["beforeunload", "confirm", "confirm"]);
			await page.getByRole("link", { name: "Cancelar" }).click();
			await page.waitForURL(/my-documents(\?open=.*)?$/);
			expect(asked).toHaveLength(3);
			expect(await keptWidths(person)).toEqual([]);
		});
	});

	test("leaves the page usable when the browser restores it from its cache", async () => {
		await site.visit(ADD, { noted }, async (page, person) => {
			await fillIn(page);
			await answerPhotos(page);
			await pick(page, await smallPhotos(1));
			await save(page).click();
			await expect.poll(() => postedNames(page)).toHaveLength(1);
			// Dispatches the events of the back/forward cache, because Chromium never uses this cache under Playwright.
			await page.evaluate('dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }))');
			await page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))');
			await expect.poll(() => save(page).isEnabled()).toBe(true);
			expect([await notes(page), await fieldError(page)]).toEqual([[""], ""]);
			await page.unroute("**/*_data=*");
			await saveAndLeave(page);
			expect(await keptWidths(person)).toEqual([101]);
		});
	});
});

describe("the server's response", () => {
	const noted = /status of 4/;

	test("to a refused photo is shown beside it; the form is sent once it is removed", async () => {
		await site.visit(ADD, { noted }, async (page, person) => {
			await fillIn(page);
			const broken = { name: "rota.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no es una foto") };
			await pick(page, [...(await smallPhotos(1)), broken, ...(await smallPhotos(3))]);
			await save(page).click();
			await expect.poll(() => notes(page)).toEqual(["Lista", expect.stringContaining("«rota.jpg»"), "Lista"]);
			await expect.poll(() => fieldError(page)).toContain("«rota.jpg»");
			expect(await notes(page)).toContain(await fieldError(page));
			expect(await acceptError(page)).toBe(await fieldError(page));
			const remove = "Quitar la foto nueva 2: rota.jpg";
			await expect.poll(() => focusedName(page)).toBe(remove);
			await save(page).click();
			await expect.poll(() => focusedName(page)).toBe(remove);
			expect(await postedNames(page)).toHaveLength(3);
			expect(pathOf(page)).toBe(ADD);
			await page.keyboard.press("Enter");
			await expect.poll(() => fieldError(page)).toBe("");
			await saveAndLeave(page);
			expect(await keptWidths(person)).toEqual([101, 103]);
		});
	});

	test("to an ended session loses nothing: the user signs in in another tab", async () => {
		await site.visit(ADD, { noted: /status of 401/ }, async (page, person) => {
			await fillIn(page);
			await pick(page, await smallPhotos(1, 2));
			await endAllSessions(person.id);
			await save(page).click();
			const link = page.getByRole("link", { name: "Ingresá en otra pestaña" });
			await link.waitFor();
			expect(await unsent(page)).toBe(
				"Tu sesión se cerró. Ingresá en otra pestaña y probá de nuevo: no se pierde nada.",
			);
			expect(await link.getAttribute("target")).toBe("_blank");
			await site.signIn(page, person);
			await retry(page).click();
			await page.waitForURL(/my-documents(\?open=.*)?$/);
			expect(await keptWidths(person)).toEqual([101, 102]);
		});
	});

	test("to a refused form leaves its photos pending, for the next attempt", async () => {
		const noted = /net::ERR_FAILED|status of 4/;
		await site.visit(ADD, { noted }, async (page, person) => {
			await fillIn(page);
			await pick(page, await smallPhotos(1, 2));
			const { id: user_id } = person;
			// Saves the document with other texts, as another tab would.
			const id_file = await page.locator("[name=idFile]").inputValue();
			const row = {
				user_id,
				id_file,
				title: "Otra",
				description: "Otra",
				reminded_days: null,
				created_at: 1,
			};
			await db
				.insertInto("documents")
				.values({ ...row, expires_on: null, edited_at: 2 })
				.execute();
			await save(page).click();
			await page.getByText("Lo que está guardado ahora").waitFor();
			expect(await page.locator(".kept img").count()).toBe(2);
			// An effect takes what the server has from the list, after the answer is shown.
			await expect.poll(() => lines(page).count()).toBe(0);
			expect(await keptWidths(person)).toEqual(["pending 101", "pending 102"]);
			expect(await page.getByLabel("Título").inputValue()).toBe("Licencia de conducir");
			// One that is to be removed is still there for whoever wants it after all, as long as the form is not saved.
			await page.getByLabel("Quitar la foto 1").check();
			await pick(page, await smallPhotos(3));
			await page.route("**/*_data=*", (route) =>
				route.request().resourceType() === "xhr" ? route.fallback() : route.abort(),
			);
			await save(page).click();
			await retry(page).waitFor();
			await page.unroute("**/*_data=*");
			await page.getByLabel("Quitar la foto 1").uncheck();
			await saveAndLeave(page);
			expect(await keptWidths(person)).toEqual([101, 102, 103]);
		});
	});
});

describe("a photo that was sent", () => {
	const noted = /net::ERR_|status of [45]/;

	/** Saves a form with three photos. Responses to the second photo are lost, so the third photo is not sent. */
	async function sendFirst(page: Page): Promise<void> {
		await fillIn(page);
		await pick(page, await smallPhotos(1, 2, 3));
		site.line.loseResponses("IMG_2.jpg");
		await save(page).click();
		await page.getByText("Se cortó. Probamos de nuevo…").waitFor();
		await passTime(page, 2000);
		await retry(page).waitFor();
		site.line.loseResponses(undefined);
	}
	const removeFirst = (page: Page) =>
		page.getByRole("button", { name: "Quitar la foto nueva 1: IMG_1.jpg" }).click();

	test("can be removed before the document is saved; the server erases it at once", async () => {
		await site.visit(ADD, { stopsTimers: true, noted }, async (page, person) => {
			await sendFirst(page);
			expect(await keptWidths(person)).toEqual(["pending 101", "pending 102"]);
			await removeFirst(page);
			expect(await lines(page).count()).toBe(2);
			await expect.poll(() => keptWidths(person)).toEqual(["pending 102"]);
			expect(await page.getByLabel("Título").inputValue()).toBe("Licencia de conducir");
			await saveAndLeave(page);
			expect(await keptWidths(person)).toEqual([102, 103]);
		});
	});

	test("can be removed without a connection; the form tells the server later", async () => {
		await site.visit(ADD, { stopsTimers: true, noted }, async (page, person) => {
			await sendFirst(page);
			await page.context().setOffline(true);
			const lost = page.waitForEvent("requestfailed");
			await removeFirst(page);
			await lost;
			expect(await lines(page).count()).toBe(2);
			await page.context().setOffline(false);
			await saveAndLeave(page);
			expect(await keptWidths(person)).toEqual([102, 103]);
		});
	});
});

describe("a form that cannot be sent", () => {
	const noted = /net::ERR_|status of [45]/;

	test.each([
		["no signal", undefined, "No se pudo enviar: parece que no hay señal."],
		["502", { status: 502, body: "<html>" }, "No se pudo enviar: el servidor no puede atenderte ahora."],
		["503", { status: 503, body: "" }, "No se pudo enviar: el servidor no puede atenderte ahora."],
		["507", { status: 507, body: "" }, "No se pudo enviar: el servidor no puede atenderte ahora."],
	])(
		"(%s) stays filled in; its photos are not sent again, and it makes one document",
		async (_, answer, text) => {
			await site.visit(ADD, { noted }, async (page, person) => {
				await fillIn(page);
				await pick(page, await smallPhotos(1, 2));
				await page.route("**/*_data=*", (route) => {
					if (route.request().resourceType() === "xhr") return route.fallback();
					return answer ? route.fulfill(answer) : route.abort();
				});
				await save(page).click();
				await expect.poll(() => unsent(page)).toBe(`${text} Lo que escribiste sigue acá.`);
				expect(pathOf(page)).toBe(ADD);
				expect(await page.getByLabel("Título").inputValue()).toBe("Licencia de conducir");
				expect(await notes(page)).toEqual(["Lista", "Lista"]);
				await page.unroute("**/*_data=*");
				await retry(page).click();
				await page.waitForURL(/my-documents(\?open=.*)?$/);
				expect(await keptWidths(person)).toEqual([101, 102]);
				expect(await documentsOf(person)).toHaveLength(1);
			});
		},
	);

	test("because its response was lost makes one document", async () => {
		await site.visit(ADD, { noted }, async (page, person) => {
			await fillIn(page);
			await pick(page, await smallPhotos(1));
			site.line.loseResponses("Licencia de conducir");
			await save(page).click();
			await retry(page).waitFor();
			expect(await documentsOf(person)).toHaveLength(1);
			site.line.loseResponses(undefined);
			await retry(page).click();
			await page.waitForURL(/my-documents(\?open=.*)?$/);
			expect(await documentsOf(person)).toHaveLength(1);
			expect(await keptWidths(person)).toEqual([101]);
		});
	});
});
