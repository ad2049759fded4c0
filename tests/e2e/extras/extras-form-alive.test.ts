import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import * as extraMessages from "~/features/extras/extra-messages";
import { db } from "~/lib/database/db.server";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { plantClock } from "~/lib/time/plant-clock.server";
import { makeUser } from "../../support/accounts";
import { axeFindings, horizontalOverflow, spokenTexts } from "../../support/browser/accessibility";
import { untilAlive } from "../../support/browser/alive";
import { extraValue, fillExtra } from "../../support/browser/extra-form";
import { personalSite } from "../../support/browser/personal-site";
import { extraRow } from "../../support/extras";
import { todayIn } from "../../support/texts/today";

/** Tests of the form of an extra (overtime entry), mostly hydrated. extras.test.ts also tests it without JavaScript. */
const LIST = "/auth/work-overtime";
const ADD = `${LIST}/add-work-overtime`;
const KEY = "33333333-3333-4333-8333-333333333333";
const EDIT = `/auth/edit-work-overtime/${KEY}`;

const { visit } = personalSite();
type Person = Awaited<ReturnType<typeof makeUser>>;

/** Opens the hydrated form of a new or stored extra, as a new user. */
async function withForm(path: string, use: (page: Page, user: Person) => Promise<void>): Promise<void> {
	const user = await makeUser();
	await db.deleteFrom("extras").where("id_file", "=", KEY).execute();
	if (path === EDIT)
		await db
			.insertInto("extras")
			.values(extraRow(user.id, { id_file: KEY, comment: "de antes" }))
			.execute();
	await visit(user, path, { script: "on" }, async (page) => {
		await untilAlive(page);
		await use(page, user);
	});
}

const extrasOf = ({ id }: Person) =>
	db.selectFrom("extras").select(["comment", "minutes"]).where("user_id", "=", id).execute();
const button = (page: Page, name = "Guardar") => page.getByRole("button", { name, exact: true });
const errorOf = (page: Page, name: string) => page.locator(`#extra-${name}-error`).innerText();
const focused = (page: Page) => page.evaluate("document.activeElement.name");

const right = { hour: "8", date: "2026-11-20", shift: "N" };

test("read aloud, a shift has its name and its hours in words", async () => {
	const user = await makeUser({ diagram: "4turnos_7dias", crew: "A" });
	await visit(user, ADD, { script: "blocked" }, async (page) => {
		const texts = await spokenTexts(page);
		expect(texts).toEqual(expect.arrayContaining(["radio Turno tarde, 14 a 22", "radio Otra"]));
		expect(texts.filter((text) => /^radio [MTND]\b/.test(text))).toEqual([]);
	});
});

test("the button looks disabled while what was typed is invalid, by every rule known to the browser", async () => {
	await withForm(ADD, async (page) => {
		const looksWrong = () => button(page).getAttribute("aria-disabled");
		// Nobody has typed yet: the button keeps the colour that it had before the script came.
		expect(await looksWrong()).toBeNull();
		await fillExtra(page, { hour: right.hour });
		await expect.poll(looksWrong).toBe("true");
		await fillExtra(page, right);
		await expect.poll(looksWrong).toBeNull();
		// An error waits until the field is left, and goes with the letter that mends it.
		await fillExtra(page, { hour: "1" });
		const hours = page.locator("[name=otherHour]");
		await hours.press("7");
		await expect.poll(looksWrong).toBe("true");
		expect(await errorOf(page, "hour")).toBe("");
		await hours.press("Tab");
		await expect.poll(() => errorOf(page, "hour")).toContain(extraMessages.hoursNotAllowed);
		await hours.press("End");
		await hours.press("Backspace");
		await expect.poll(() => errorOf(page, "hour")).toBe("");
		const far = addDays(todayIn("America/Argentina/Buenos_Aires"), 367);
		for (const [name, wrong, mended] of [
			["hour", "17", "8"],
			["hour", "8,3", "8"],
			["date", far, right.date],
			["date", "1969-12-31", right.date],
			["shift", "NN", "N"],
			["comment", "x".repeat(501), "x".repeat(500)],
			["hours50", "-1", ""],
			["hours100", "9", ""],
		] as const) {
			await fillExtra(page, { [name]: wrong });
			await expect.poll(looksWrong, { message: `${name} ${wrong}` }).toBe("true");
			await fillExtra(page, { [name]: mended });
			await expect.poll(looksWrong, { message: `${name} ${mended}` }).toBeNull();
		}
	});
});

test("the 50 and the 100 are checked against the hours; an error in the fold opens it and takes the focus", async () => {
	await withForm(ADD, async (page, user) => {
		const fold = page.locator("details.fold", { hasText: "Cambiar el 50" });
		await fillExtra(page, right);
		await fillExtra(page, { hours50: "5", hours100: "3" });
		await fold.locator("summary").click();
		await expect.poll(() => fold.getAttribute("open")).toBeNull();
		await fillExtra(page, { hour: "4" });
		await button(page).click({ force: true });
		await expect.poll(() => fold.getAttribute("open")).toBe("");
		await expect
			.poll(() => errorOf(page, "hours50"))
			.toBe("Las del 50 y las del 100 juntas pasan las 4 horas.");
		await expect.poll(() => focused(page)).toBe("hours50");
		expect(await extrasOf(user)).toEqual([]);
		// The folded part of the form (`<details>`) cannot be closed while a field in it has an error.
		await fold.locator("summary").click();
		await expect.poll(() => fold.getAttribute("open")).toBe("");
		await fillExtra(page, { hours50: "1" });
		await expect.poll(() => errorOf(page, "hours50")).toBe("");
		await button(page).click();
		await page.getByText("Extra agregada.").waitFor();
		expect(await extrasOf(user)).toEqual([{ comment: null, minutes: 240 }]);
	});
});

test("sending an empty form marks the missing fields and focuses the first", async () => {
	await withForm(ADD, async (page) => {
		await button(page).click({ force: true });
		for (const name of ["hour", "shift"])
			await expect.poll(() => errorOf(page, name)).toBe("Este campo no puede estar vacio.");
		await expect.poll(() => focused(page)).toBe("shift");
	});
});

test("without a network everything stays, and the second attempt saves the same extra, once", async () => {
	await withForm(ADD, async (page, user) => {
		await fillExtra(page, { ...right, comment: "Parada de horno" });
		await page.route("**/*", async (route) => {
			if (route.request().method() !== "POST") return route.fallback();
			await route.fetch({ maxRedirects: 0 });
			// A button that is never disabled keeps the focus.
			await expect.poll(() => button(page).isDisabled()).toBe(true);
			return route.abort();
		});
		await button(page).click();
		await page.getByText("parece que no hay señal").waitFor();
		expect(await page.locator("[name=comment]").inputValue()).toBe("Parada de horno");
		await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Probar de nuevo");
		await page.unrouteAll();
		await page.keyboard.press("Enter");
		await page.waitForURL(`**${LIST}?open=*`);
		expect(await extrasOf(user)).toEqual([{ comment: "Parada de horno", minutes: 480 }]);
	});
});

test("a sending without answer that arrives after its correction does not undo it", async () => {
	await withForm(ADD, async (page, user) => {
		await fillExtra(page, { ...right, hour: "12" });
		const sending = page.waitForRequest((request) => request.method() === "POST");
		await page.route("**/*", (route) =>
			route.request().method() === "POST" ? route.abort() : route.fallback(),
		);
		await button(page).click();
		await page.getByText("parece que no hay señal").waitFor();
		await page.unrouteAll();
		await fillExtra(page, { hour: "8" });
		await button(page).click();
		await page.getByText("Extra agregada.").waitFor();
		expect((await page.request.fetch(await sending)).status()).toBe(409);
		expect(await extrasOf(user)).toEqual([{ comment: null, minutes: 480 }]);
	});
});

test("back after saving leads to the saved extra, and 'Agregar otra' to an empty form", async () => {
	await withForm(ADD, async (page, user) => {
		const key = new URL(page.url()).searchParams.get("idFile");
		await fillExtra(page, { ...right, comment: "una" });
		await button(page).click();
		await page.getByText("Extra agregada.").waitFor();
		await page.goBack();
		await page.getByText("Esta extra ya está guardada").waitFor();
		await expect.poll(() => page.locator("[name=comment]").inputValue()).toBe("una");
		await fillExtra(page, { comment: "una, corregida" });
		await button(page).click();
		await page.getByText("Extra editada: ya la habías guardado").waitFor();
		expect(await extrasOf(user)).toEqual([{ comment: "una, corregida", minutes: 480 }]);
		await page.goBack();
		await page.getByRole("link", { name: "Agregar otra" }).click();
		await expect.poll(() => page.locator("[name=comment]").inputValue()).toBe("");
		expect(new URL(page.url()).searchParams.get("idFile")).not.toBe(key);
		await fillExtra(page, { ...right, shift: "T", comment: "otra" });
		await button(page).click();
		await page.getByText("Extra agregada.").waitFor();
		expect(await extrasOf(user)).toHaveLength(2);
	});
});

test("values saved meanwhile are shown beside the form, also after an attempt without a network; the next attempt wins", async () => {
	await withForm(EDIT, async (page, user) => {
		await fillExtra(page, { hour: "6", comment: "lo mío" });
		await db
			.updateTable("extras")
			.set({ comment: "lo de otra pestaña" })
			.where("id_file", "=", KEY)
			.execute();
		await button(page, "Editar Extra").click();
		const saved = page.getByRole("region", { name: "Lo que está guardado ahora" });
		await saved.waitFor();
		expect(await saved.locator("dt").allInnerTexts()).toEqual(["Cantidad de horas", "Comentario (opcional)"]);
		expect(await saved.locator("dd").allInnerTexts()).toEqual(["8", "lo de otra pestaña"]);
		expect(await page.locator("[name=comment]").inputValue()).toBe("lo mío");
		expect(await extrasOf(user)).toEqual([{ comment: "lo de otra pestaña", minutes: 480 }]);
		await page.route("**/*", (route) =>
			route.request().method() === "POST" ? route.abort() : route.fallback(),
		);
		await button(page, "Editar Extra").click();
		await page.getByText("parece que no hay señal").waitFor();
		expect(await saved.locator("dd").allInnerTexts()).toEqual(["8", "lo de otra pestaña"]);
		await page.unrouteAll();
		await button(page, "Probar de nuevo").click();
		await page.getByText("Extra editada.").waitFor();
		expect(await extrasOf(user)).toEqual([{ comment: "lo mío", minutes: 360 }]);
	});
});

describe.each(["off", "on"] as const)("script %s", (script) => {
	/** A worker whose own shift of a day is M, from 6:00 to 14:00. */
	const makeMorningWorker = (today: CivilDate) =>
		makeUser({ diagram: "4turnos_7dias", crew: null, cycle_start: addDays(today, -2) });
	const chip = (page: Page, text: string) => page.locator("#extra label", { hasText: text });
	const storedOf = ({ id }: Person) =>
		db
			.selectFrom("extras")
			.select(["date", "shift", "start_minute", "minutes"])
			.where("user_id", "=", id)
			.execute();

	test("from home to an extra of four hours after the own shift takes three taps, 'Guardar' included", async () => {
		const { today, minute } = plantClock();
		// Before today's shift, what has ended is yesterday's.
		const date = minute < 360 ? addDays(today, -1) : today;
		const user = await makeMorningWorker(today);
		await visit(user, "/home?inicio=1", { script, width: 320 }, async (page) => {
			let taps = 0;
			const tap = async (target: ReturnType<typeof page.locator>) => {
				taps++;
				await target.click();
			};
			await tap(page.getByRole("link", { name: "Me quedé después del turno" }));
			if (script === "on") await untilAlive(page);
			await tap(chip(page, "4 h"));
			expect(await horizontalOverflow(page)).toBe(0);
			await tap(page.getByRole("button", { name: "Guardar" }));
			await page.getByRole("status").getByText("Extra agregada.").waitFor();
			expect(taps).toBe(3);
			expect(await storedOf(user)).toEqual([{ date, shift: "T", start_minute: 840, minutes: 240 }]);
		});
	});

	test("while 'Otra' is selected, an error leads to what was typed beside it, each time 'Guardar' is tapped", async () => {
		await visit(await makeUser(), ADD, { script, width: 320 }, async (page) => {
			if (script === "on") await untilAlive(page);
			/** Taps 'Guardar' and follows the error, which without script is a link at the top. */
			const follow = async (text: string) => {
				await button(page).click({ force: true });
				if (script === "off") await page.getByRole("alert").getByRole("link", { name: text }).click();
			};
			await fillExtra(page, { shift: "N", hour: "18" });
			for (const attempt of ["first", "second"]) {
				await follow(extraMessages.hoursNotAllowed);
				await expect.poll(() => focused(page), { message: attempt }).toBe("otherHour");
			}
			await fillExtra(page, { shift: "NN" });
			await follow("El turno es una sola letra.");
			await expect.poll(() => focused(page)).toBe("otherShift");
		});
	});

	test("who has no shift yet chooses it in the profile, and is back at the form with its values", async () => {
		const user = await makeUser({ real_name: "Ramona Fernández" });
		const list = `${LIST}?shift=N`;
		const form = `${ADD}?date=2026-11-20&redirectTo=${encodeURIComponent(list)}`;
		await visit(user, form, { script, width: 320 }, async (page) => {
			if (script === "on") {
				await untilAlive(page);
				await fillExtra(page, { ...right, hour: "4,5", comment: "Parada\ndel horno & más" });
			}
			await page.getByRole("link", { name: "elegí tu diagrama y tu escuadra en Mi Perfil" }).click();
			await page.getByText("Al guardar volvés a lo que estabas haciendo.").waitFor();
			if (script === "on") await untilAlive(page);
			await page.locator("[name=diagram]").selectOption("4turnos_7dias");
			await page.locator("[name=crew]").selectOption("A");
			await button(page).first().click();
			await page.getByText("tu turno es").or(page.getByText("Hoy franco")).waitFor();
			expect(await extraValue(page, "date")).toBe("2026-11-20");
			expect(await page.getByRole("link", { name: "Cancelar" }).getAttribute("href")).toBe(list);
			if (script === "off") return;
			expect(await extraValue(page, "shift")).toBe("N");
			expect(await extraValue(page, "hour")).toBe("4,5");
			// The own shift that is known now may be that of the entry, which the form then asks about.
			await page.getByRole("button", { name: /^Guardar/ }).click();
			await page.getByText("Extra agregada.").waitFor();
			expect(await extrasOf(user)).toEqual([{ comment: "Parada\ndel horno & más", minutes: 270 }]);
			await page.goBack();
			await page.getByText("Esta extra ya está guardada").waitFor();
		});
	});

	test("an overlap with the own shift is asked before it is stored, and 'Guardar igual' says yes", async () => {
		const today = todayIn("America/Argentina/Buenos_Aires");
		const user = await makeMorningWorker(today);
		await visit(user, ADD, { script, width: 320 }, async (page) => {
			if (script === "on") await untilAlive(page);
			await fillExtra(page, { shift: "X", hour: "4", startTime: "13:00" });
			if (script === "off") await button(page).click();
			await page.getByText("Se superpone con tu turno M (06:00 a 14:00).").waitFor();
			expect(await storedOf(user)).toEqual([]);
			if (script === "on") expect(await axeFindings(page)).toEqual([]);
			await button(page, "Guardar igual").click();
			await page.getByRole("status").getByText("Extra agregada.").waitFor();
			expect(await storedOf(user)).toMatchObject([{ shift: "X", start_minute: 780 }]);
		});
	});
});
