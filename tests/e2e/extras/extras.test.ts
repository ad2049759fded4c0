import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import * as extraMessages from "~/features/extras/extra-messages";
import { db } from "~/lib/database/db.server";
import { addDays } from "~/lib/time/civil-date";
import { makeUser, PASSWORD } from "../../support/accounts";
import { axeFindings, expectAccessible, spokenTexts } from "../../support/browser/accessibility";
import { holdRenders, untilAlive } from "../../support/browser/alive";
import { extraValue, fillExtra } from "../../support/browser/extra-form";
import { personalSite } from "../../support/browser/personal-site";
import { extraRow } from "../../support/extras";
import { evened } from "../../support/texts/evened";
import { todayIn } from "../../support/texts/today";

const LIST = "/auth/work-overtime";
const ADD = `${LIST}/add-work-overtime`;

const { server, visit } = personalSite();

type Values = Parameters<typeof extraRow>[1];

async function addExtras({ id }: { id: string }, ...all: Values[]): Promise<void> {
	await db
		.insertInto("extras")
		.values(all.map((values, index) => extraRow(id, { created_at: index, ...values })))
		.execute();
}

const row = (page: Page, day: string) =>
	page.locator(".rows li", { hasText: `${extraMessages.doneOn} ${day}` });
/** Dates of the rows, such as "sáb 14". */
const days = (page: Page) => page.locator(".rows summary b").allInnerTexts();

async function openRow(page: Page, day: string): Promise<Locator> {
	const details = row(page, day).locator("details");
	if ((await details.getAttribute("open")) === null) await details.locator("summary").click();
	return details;
}
async function pressIn(page: Page, day: string, link: "Editar" | "Eliminar"): Promise<void> {
	await (await openRow(page, day)).getByRole("link", { name: link }).click();
}
const openMenu = (page: Page) => page.locator("summary[aria-label=Más]").click();
const search = (page: Page) => new URL(page.url()).search;
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function fill(page: Page, values: Record<string, string>): Promise<void> {
	for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
}

/** Expects that the first row is visible above the floating bar at the bottom of the window. */
async function expectFirstRowSeen(page: Page): Promise<void> {
	const gap = async () => {
		const box = await page.locator(".rows summary").first().boundingBox();
		const bars = await page.locator(".floating").boundingBox();
		return (bars?.y ?? 0) - (box?.y ?? 740) - (box?.height ?? 0);
	};
	await expect.poll(gap).toBeGreaterThan(0);
}

async function filterBy(page: Page, values: Record<string, string>): Promise<void> {
	const panel = page.locator("details.filter");
	if ((await panel.getAttribute("open")) === null) await panel.locator("summary").click();
	const { shift, ...dates } = values;
	for (const [name, value] of Object.entries(dates)) await panel.locator(`[name=${name}]`).fill(value);
	if (shift !== undefined) await panel.locator(`label[for="shift-${shift}"]`).click();
	await press(page, "Aplicar");
	await page.waitForLoadState();
}

describe.each(["off", "on"] as const)("with script %s", (script) => {
	test("an extra is added, edited, deleted, and restored", async () => {
		const user = await makeUser();
		await visit(user, LIST, { script }, async (page) => {
			expect(await page.locator("main").innerText()).toContain(extraMessages.noExtras);
			await page.locator("main").getByRole("link", { name: "Agregar extra" }).click();
			await fillExtra(page, { hour: "4,5", date: "2026-11-14", shift: "ñ", startTime: "10:00" });
			await fillExtra(page, { shift: "T", comment: "Parada de horno" });
			await press(page, "Guardar");
			await page.waitForURL(`**${LIST}?open=*`);
			await page.getByRole("status").getByText("Extra agregada.").waitFor();
			const added = evened(await (await openRow(page, "14/11/2026")).innerText());
			expect(added.replaceAll("\n", " ")).toContain("sáb 14 T 4,5 h 3 al 50 % 1,5 al 100 %");
			expect(added).toContain("Turno de la extra T, de 10:00 a 14:30");
			expect(added).toContain("Cantidad de Horas: 4,5 hs.");
			expect(added).toContain("3 h al 50 % y 1,5 h al 100 % porque es sábado después de las 13");
			expect(added).toContain("Comentarios: Parada de horno");

			await pressIn(page, "14/11/2026", "Editar");
			expect(await extraValue(page, "hour")).toBe("4,5");
			await fillExtra(page, { hour: "8" });
			await press(page, extraMessages.editExtra);
			await page.waitForURL(`**${LIST}?open=*`);
			await (await openRow(page, "14/11/2026")).getByText("Cantidad de Horas: 8 hs.").waitFor();

			await pressIn(page, "14/11/2026", "Eliminar");
			// A confirmation page or, with JavaScript, a dialog asks for confirmation.
			await page.getByText(extraMessages.deleteExtra).waitFor();
			await press(page, "Aceptar");
			await page.getByRole("button", { name: "Deshacer" }).waitFor();
			await page.getByText(extraMessages.noExtras).waitFor();
			await press(page, "Deshacer");
			await row(page, "14/11/2026").waitFor();
			await page.getByRole("status").getByText("La extra volvió a la lista.").waitFor();
		});
	});

	test("a page asks before an extra is deleted, and Cancelar returns to the unchanged list", async () => {
		const user = await makeUser();
		await addExtras(user, { date: "2026-11-13", shift: "M" }, { date: "2026-11-12" });
		await visit(user, `${LIST}?shift=M`, { script }, async (page) => {
			const link = await row(page, "13/11/2026").getByText("Eliminar").getAttribute("href");
			await page.goto(server.origin + link);
			expect(evened(await page.locator("main").innerText())).toContain(
				"Extra de 8 h del 13/11/2026, turno M",
			);
			await page.getByRole("link", { name: "Cancelar" }).click();
			await page.waitForURL(`**${LIST}?shift=M`);
			await expect.poll(() => days(page)).toHaveLength(1);
		});
	});

	test("errors are shown beside their fields, and typed values stay", async () => {
		await visit(await makeUser(), ADD, { script }, async (page) => {
			await fillExtra(page, { hour: "8,3", shift: "MM", comment: "queda" });
			// On a hydrated page the button of an invalid form looks disabled, but shows the errors when pressed.
			await page.getByRole("button", { name: "Guardar" }).click({ force: true });
			const wrong = page.locator("input[aria-invalid=true]");
			await wrong.first().waitFor();
			await page.waitForLoadState();
			expect(await wrong.evaluateAll((fields) => fields.map((field) => field.getAttribute("name")))).toEqual([
				"otherShift",
				"otherHour",
			]);
			expect(await page.getByText(extraMessages.hoursNotAllowed).count()).toBeGreaterThan(0);
			expect(await extraValue(page, "hour")).toBe("8,3");
			expect(await page.getByLabel("Comentario").inputValue()).toBe("queda");
			await fillExtra(page, { hour: "16", shift: "M" });
			await press(page, "Guardar");
			await page.waitForURL(`**${LIST}?open=*`);
			await expect.poll(() => days(page)).toHaveLength(1);
		});
	});

	test("the filter: its address holds only set values, each can be removed, invalid ones are reported", async () => {
		const user = await makeUser();
		await addExtras(
			user,
			{ date: "2026-11-10", shift: "M" },
			{ date: "2026-11-11" },
			{ date: "2026-11-12" },
			{ date: "2026-11-13", shift: "M" },
		);
		await visit(user, LIST, { script }, async (page) => {
			await filterBy(page, { start: "2026-11-11", shift: "N" });
			await page.waitForURL(`**${LIST}?start=2026-11-11&shift=N`);
			await expect.poll(() => days(page)).toEqual(["jue 12", "mié 11"]);
			await page.getByRole("link", { name: "Turno N: quitar" }).click();
			await page.waitForURL(`**${LIST}?start=2026-11-11`);
			await expect.poll(() => days(page)).toHaveLength(3);
			await page.locator("details.filter summary").click();
			await page.getByRole("link", { name: "Limpiar" }).click();
			await page.waitForURL(`**${LIST}`);
			await expect.poll(() => days(page)).toHaveLength(4);

			await page.goto(`${server.origin}${LIST}?start=2026-02-30&end=2026-11-11&shift=%F0%9F%94%A5%3Cb%3E`);
			const shown = await page.locator("main").innerText();
			expect(shown).toContain("No es una fecha: elegí día, mes y año.");
			expect(shown).toContain("El turno es una sola letra.");
			expect(await page.locator("[name=shift]:checked").inputValue()).toBe("🔥<b>");
			expect(await days(page)).toHaveLength(2);
			await page.goto(`${server.origin}${LIST}?start=2026-11-13&end=2026-11-12`);
			expect(await page.locator("main").innerText()).toContain("Es anterior a «Desde»");
			expect(await days(page)).toHaveLength(1);
		});
	});

	test("on a phone the first extra is visible without scrolling, also with a filter, which folds to one line", async () => {
		const user = await makeUser();
		const today = todayIn("America/Argentina/Buenos_Aires");
		// 30 extras (overtime entries) of 16 hours on one day exceed several limits, so the page also shows warnings.
		await addExtras(user, ...Array.from({ length: 30 }, () => ({ date: today, minutes: 960 })));
		await visit(user, LIST, { script, width: 360, height: 740 }, async (page) => {
			await filterBy(page, { start: addDays(today, -1), end: addDays(today, 1), shift: "N" });
			await page.waitForURL(/shift=N/);
			await expectFirstRowSeen(page);
			expect(evened(await page.locator(".totals").innerText())).toMatch(/480 h\s+480 al 50 %/);
			expect((await page.locator(".applied").boundingBox())?.height).toBeLessThan(60);
			const chips = page.locator(".applied a");
			for (const chip of [chips.first(), chips.last()]) {
				await chip.focus();
				expect(await chip.evaluate(cutOfFocus)).toBeLessThan(0.5);
			}
			await page.goto(server.origin + LIST);
			await expectFirstRowSeen(page);
		});
	});

	test("deleting from a long list returns to the same place, and so does undoing it", async () => {
		const user = await makeUser();
		await addExtras(user, ...Array.from({ length: 55 }, (_, at) => ({ date: addDays("2026-01-01", at) })));
		await visit(user, `${LIST}?shift=N`, { script }, async (page) => {
			const [gone, next] = ["10/02/2026", "09/02/2026"];
			const isSeen = async (day: string) => {
				const box = await row(page, day).boundingBox();
				return box !== null && box.y > 70 && box.y < 640;
			};
			await pressIn(page, gone, "Eliminar");
			await press(page, "Aceptar");
			await page.getByRole("button", { name: "Deshacer" }).waitFor();
			expect(search(page)).toBe("?shift=N");
			expect(await row(page, gone).count()).toBe(0);
			await expect.poll(() => isSeen(next)).toBe(true);
			await press(page, "Deshacer");
			await page.getByText("La extra volvió a la lista.").waitFor();
			await expect.poll(() => isSeen(gone)).toBe(true);
		});
	});

	test("quick ranges stand behind the filter's button and show which one is selected", async () => {
		const user = await makeUser();
		const today = todayIn("America/Argentina/Buenos_Aires");
		await addExtras(user, { date: today }, { date: addDays(today, -400) });
		await visit(user, LIST, { script }, async (page) => {
			for (const [name, count] of [
				["Este período", 1],
				["El anterior", 0],
				["Este año", 1],
			] as const) {
				const panel = page.locator("details.filter");
				await panel.locator("summary").click();
				const link = panel.getByRole("link", { name, exact: true });
				const address = await link.getAttribute("href");
				await link.click();
				await page.waitForURL(server.origin + address);
				expect(search(page)).toMatch(/^\?start=\d{4}-\d\d-\d\d&end=\d{4}-\d\d-\d\d$/);
				await expect.poll(() => days(page)).toHaveLength(count);
				expect(await panel.locator("[aria-current=true]").allTextContents()).toContain(name);
				await page.locator("[aria-label$=': quitar']").click();
				await page.waitForURL(server.origin + LIST);
				// The address comes before the list, with which the panel closes.
				await expect.poll(() => days(page)).toHaveLength(2);
			}
		});
	});

	test("a shared address shows every user their own extras, after the login", async () => {
		const [one, other] = [await makeUser(), await makeUser()];
		await addExtras(one, { date: "2026-11-10", shift: "M" }, { date: "2026-11-11" });
		await addExtras(other, { date: "2026-11-12", comment: "ajena" });
		await visit(null, `${LIST}?start=2026-11-10&shift=N`, { script }, async (page) => {
			expect(page.url()).toContain("/auth/login?redirectTo=");
			await page.locator("[name=email]").fill(one.email);
			await page.locator("[name=password]").fill(PASSWORD);
			await press(page, "Ingresar");
			await page.waitForURL(`**${LIST}?start=2026-11-10&shift=N`);
			await expect.poll(() => days(page)).toEqual(["mié 11"]);
			expect(await page.locator("main").innerText()).not.toContain("ajena");
		});
	});

	test("the sheet has every row and total and links to the check of the slip; the CSV contains what is shown", async () => {
		const user = await makeUser({ real_name: "Ramona Fernández" });
		await addExtras(
			user,
			{ date: "2026-10-14", compensation: "pago" },
			{ date: "2026-10-15", minutes_100: 120, compensation: "pago" },
			{ date: "2026-09-01" },
		);
		await visit(user, `${LIST}?start=2026-10-01`, { script }, async (page) => {
			await openMenu(page);
			const [download] = await Promise.all([
				page.waitForEvent("download"),
				page.getByRole("link", { name: "Descargar para Excel" }).click(),
			]);
			expect(download.suggestedFilename()).toBe("extras-2026-10-01-a-2026-10-15.csv");
			const csv = readFileSync(await download.path(), "utf8");
			expect(csv.startsWith("\uFEFFFecha;Turno;Horas;")).toBe(true);
			expect(csv.trim().split("\r\n")).toHaveLength(3);

			await page.getByRole("link", { name: "Planilla", exact: true }).click();
			await page.getByRole("heading", { name: "Planilla de horas extra" }).waitFor();
			await page.waitForLoadState();
			expect(await page.locator(".extras tbody tr:not(.sum)").count()).toBe(2);
			expect(await page.locator("main").innerText()).toContain("Ramona Fernández");
			await page.getByRole("link", { name: "Controlar con el recibo" }).click();
			await fill(page, { "Horas al 50 %": "14", "Horas al 100 %": "1" });
			await press(page, "Guardar el recibo");
			await page.getByText("1 h menos en el recibo").waitFor();
			await expect.poll(() => page.getByText("coincide", { exact: true }).count()).toBe(1);
		});
	});
});

describe("with script", () => {
	test("after filtering, the progress sign stays for a second over the new list", async () => {
		const user = await makeUser();
		await addExtras(user, { date: "2026-11-10", shift: "M" }, { date: "2026-11-11" });
		await visit(user, LIST, { script: "on" }, async (page) => {
			await untilAlive(page);
			// Replaces `setTimeout`, so that a timer of one second ends only when the test calls `endSecond`.
			await page.evaluate(`{
				const wait = window.setTimeout;
				window.setTimeout = (then, ms) => ms === 1000 ? (window.endSecond = then) : wait(then, ms);
			}`);
			const sign = page.locator(".filtering");
			expect(await sign.count()).toBe(0);
			await filterBy(page, { shift: "M" });
			await sign.waitFor();
			expect(search(page)).toBe("?shift=M");
			expect(await page.getByRole("status").filter({ hasText: "Filtrando…" }).count()).toBe(1);
			expect(await days(page)).toEqual(["mar 10"]);
			expect(await axeFindings(page)).toEqual([]);
			await (await openRow(page, "10/11/2026")).getByRole("link", { name: "Editar" }).click({ trial: true });
			await page.evaluate("endSecond()");
			await sign.waitFor({ state: "detached" });
			await page.getByRole("link", { name: "Turno M: quitar" }).click();
			await page.waitForURL(`**${LIST}`);
			await expect.poll(() => days(page)).toHaveLength(2);
			expect(await sign.count()).toBe(0);
		});
	});

	test("blank fields are left out of the address; back and forward show the list of each address", async () => {
		const user = await makeUser();
		await addExtras(user, { date: "2026-11-10", shift: "M" }, { date: "2026-11-12" });
		await visit(user, LIST, { script: "on" }, async (page) => {
			await untilAlive(page);
			const asked: string[] = [];
			page.on("request", (request) => asked.push(new URL(request.url()).search));
			await filterBy(page, { end: "2026-11-11", shift: "" });
			await expect.poll(() => search(page)).toBe("?end=2026-11-11");
			await expect.poll(() => days(page)).toHaveLength(1);
			expect(asked.filter((query) => query.includes("shift"))).toEqual([]);
			await filterBy(page, { start: "2026-11-12" });
			await expect.poll(() => search(page)).toBe("?start=2026-11-12&end=2026-11-11");
			await page.getByText("Es anterior a «Desde»").waitFor();
			// The invalid field has the focus, and the list is filtered by the valid fields.
			await expect.poll(() => page.evaluate("document.activeElement.name")).toBe("end");
			expect(await days(page)).toHaveLength(1);
			await page.goBack();
			await expect.poll(() => page.locator("#start").inputValue()).toBe("");
			expect(await page.locator("#end").inputValue()).toBe("2026-11-11");
			await page.goBack();
			await expect.poll(() => days(page)).toHaveLength(2);
			expect(await page.locator("#end").inputValue()).toBe("");
			await page.goForward();
			await expect.poll(() => days(page)).toHaveLength(1);
			expect(await page.locator("#end").inputValue()).toBe("2026-11-11");
		});
	});

	test("an older page begins at its top, with the focus on the heading; going back restores the scroll position", async () => {
		const user = await makeUser();
		await addExtras(user, ...Array.from({ length: 60 }, (_, at) => ({ date: addDays("2026-01-01", at) })));
		await visit(user, LIST, { script: "on" }, async (page) => {
			await untilAlive(page);
			const older = page.getByRole("link", { name: "Ver más antiguas" });
			await older.scrollIntoViewIfNeeded();
			const top = Number(await page.evaluate("scrollY"));
			const first = (await days(page))[0];
			await older.click();
			await expect.poll(async () => (await days(page))[0]).not.toBe(first);
			await expect.poll(() => page.evaluate("scrollY")).toBe(0);
			await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("H1");
			await page.goBack();
			await expect.poll(async () => (await days(page))[0]).toBe(first);
			await expect.poll(() => page.evaluate("scrollY")).toBeGreaterThan(top - 200);
		});
	});

	test("an extra is deleted and restored in place; the focus goes to its row", async () => {
		const user = await makeUser();
		await addExtras(user, ...Array.from({ length: 20 }, (_, at) => ({ date: addDays("2026-01-01", at) })));
		await visit(user, `${LIST}?shift=N`, { script: "on" }, async (page) => {
			await untilAlive(page);
			const loads: string[] = [];
			page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
			const focused = () => page.evaluate("document.activeElement.querySelector('b')?.textContent");
			await pressIn(page, "10/01/2026", "Eliminar");
			await press(page, "Aceptar");
			await expect.poll(focused).toBe("vie 9");
			const top = Number(await page.evaluate("scrollY"));
			expect(await row(page, "10/01/2026").count()).toBe(0);
			const letRender = await holdRenders(page);
			await press(page, "Deshacer");
			const listed = () => page.evaluate("JSON.stringify(__remixRouter.state.loaderData)");
			await expect.poll(listed).toContain('"date":"2026-01-10"');
			await letRender();
			await page.getByText("La extra volvió a la lista.").waitFor();
			await expect.poll(focused).toBe("sáb 10");
			expect(Math.abs(Number(await page.evaluate("scrollY")) - top)).toBeLessThan(400);
			expect([loads, page.url()]).toEqual([[], `${server.origin}${LIST}?shift=N`]);
		});
	});

	test("'Deshacer' without a network says so, and works when the network is back", async () => {
		const user = await makeUser();
		await addExtras(user, { date: "2026-11-13" });
		await visit(user, LIST, { script: "on" }, async (page) => {
			await untilAlive(page);
			await pressIn(page, "13/11/2026", "Eliminar");
			await page.getByText("Extra de 8 h del 13/11/2026, turno N").waitFor();
			await press(page, "Aceptar");
			await page.getByRole("button", { name: "Deshacer" }).waitFor();
			await page.route("**/*", (route) =>
				route.request().method() === "POST" ? route.abort() : route.fallback(),
			);
			await press(page, "Deshacer");
			await page.getByText("parece que no hay señal").waitFor();
			await page.unrouteAll();
			await press(page, "Probar de nuevo");
			await row(page, "13/11/2026").waitFor();
		});
	});
});

test("without script, a refused form puts the focus on what has to be put right, and names each field", async () => {
	await visit(await makeUser(), ADD, { script: "blocked" }, async (page) => {
		await press(page, "Guardar");
		const summary = page.locator(".error-summary");
		await summary.waitFor();
		// The browser obeys `autofocus` only when it draws the document.
		await expect.poll(() => page.evaluate("document.activeElement.className")).toBe("error-summary");
		await page.waitForLoadState();
		expect(await summary.locator("a").allTextContents()).toEqual([
			"Turno: Este campo no puede estar vacio.",
			"Cantidad de horas: Este campo no puede estar vacio.",
		]);
	});
});

test("what may still change says so in words: in the totals and in each row, not by a sign alone", async () => {
	const user = await makeUser();
	const [quiet, loud] = ['["proposed-start"]', '["unconfirmed-holiday"]'];
	await addExtras(
		user,
		{ date: "2026-01-13", comment: "Cinta 3", doubts: quiet },
		{ date: "2026-01-12", doubts: loud },
		{ date: "2026-01-11", minutes: 960, doubts: loud, start_minute: 0 },
		{ date: "2026-01-11", minutes: 60, doubts: quiet, start_minute: 60 },
		{ date: "2026-01-10", comment: "Cinta 4", start_minute: 0 },
	);
	await visit(user, `${LIST}?start=2026-01-01&end=2026-01-31`, { script: "blocked" }, async (page) => {
		expect(await page.locator(".totals .legend").innerText()).toContain("sin confirmar");
		const notes = (await page.locator(".rows summary").allInnerTexts()).map((text) =>
			text.split("\n").at(-1),
		);
		expect(notes).toEqual([
			"sin confirmar · Cinta 3",
			"sin confirmar",
			expect.stringMatching(/^.+ · sin confirmar$/),
			expect.stringMatching(/^.+ · sin confirmar$/),
			"Cinta 4",
		]);
		expect(await page.locator(".rows").innerText()).not.toContain("?");
	});
});

test("read aloud, the link that adds an extra is before the list, and no sign of a fold is read", async () => {
	const user = await makeUser();
	await addExtras(user, { date: "2026-11-20" });
	await visit(user, LIST, { script: "blocked" }, async (page) => {
		await openRow(page, "20/11/2026");
		const texts = await spokenTexts(page);
		const places = ["heading Mis Extras", "link Agregar extra", "link Editar"].map((start) =>
			texts.findLastIndex((text) => text.startsWith(start)),
		);
		expect(places).not.toContain(-1);
		expect(places).toEqual(places.toSorted((a, b) => a - b));
		expect(texts.filter((text) => text.includes("▾"))).toEqual([]);
	});
});

describe("accessibility and layout", () => {
	const hostile = `${"x".repeat(200)} <b>ancho</b>\n${"palabra ".repeat(30)}`;

	test("the title is in one line on a phone, also beside both arrows", async () => {
		const user = await makeUser();
		await addExtras(user, { date: "2024-10-10" });
		const october = `${LIST}?start=2024-10-01&end=2024-10-31`;
		await visit(user, october, { script: "blocked" }, async (page) => {
			expect(await page.locator(".head > .square").count()).toBe(2);
			for (const width of [320, 340, 360, 375]) {
				await page.setViewportSize({ width, height: 640 });
				const lines = await page.locator("h1").evaluate((title) => {
					const range = document.createRange();
					range.selectNodeContents(title);
					return range.getClientRects().length;
				});
				expect([width, lines]).toEqual([width, 1]);
			}
		});
	});

	test("light and dark, at three widths: no axe findings, no horizontal scrolling, large targets", async () => {
		const user = await makeUser({ diagram: "4turnos_7dias", crew: "B" });
		const today = todayIn("America/Argentina/Buenos_Aires");
		await addExtras(
			user,
			{ date: today, minutes: 960, comment: hostile, start_minute: 1320, compensation: "banco" },
			{ date: today, minutes: 960, minutes_100: 960 },
			{ date: "2026-01-02", id_file: "11111111-1111-4111-8111-111111111111" },
		);
		for (const path of [
			LIST,
			`${LIST}?start=2026-01-01&end=nada&shift=zz`,
			`${LIST}?start=2030-01-01`,
			`${LIST}?view=sheet`,
			`${LIST}?view=sheet&picture=1`,
			`${LIST}/year`,
			ADD,
			"/auth/edit-work-overtime/11111111-1111-4111-8111-111111111111",
			"/auth/edit-work-overtime/11111111-1111-4111-8111-111111111111?intent=delete",
		]) {
			await visit(user, path, { script: "blocked" }, (page) => expectAccessible(page));
		}
	});
});

/** Pixels of a focused link's ring that its scrolling list cuts, at the side with most. */
function cutOfFocus(link: Element): number {
	const { outlineWidth, outlineOffset } = getComputedStyle(link);
	const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
	const [inner, outer] = [
		link.getBoundingClientRect(),
		link.closest("ul")?.getBoundingClientRect() ?? new DOMRect(),
	];
	const rooms = [
		inner.top - outer.top,
		outer.bottom - inner.bottom,
		inner.left - outer.left,
		outer.right - inner.right,
	];
	return ring - Math.min(...rooms);
}
