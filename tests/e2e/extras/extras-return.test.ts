import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import * as extraMessages from "~/features/extras/extra-messages";
import { db } from "~/lib/database/db.server";
import { addDays } from "~/lib/time/civil-date";
import { makeUser } from "../../support/accounts";
import { untilAlive } from "../../support/browser/alive";
import { fillExtra } from "../../support/browser/extra-form";
import { personalSite } from "../../support/browser/personal-site";
import { extraRow } from "../../support/extras";

/** After saving, the user is back on the row; going back shows the list as it was left. */
const LIST = "/auth/work-overtime";

const { visit } = personalSite();

/** A user with one entry each second day, from 1 January 2026. */
async function makeWorker() {
	const user = await makeUser();
	const rows = Array.from({ length: 60 }, (_, at) =>
		extraRow(user.id, { date: addDays("2026-01-01", 2 * at) }),
	);
	await db.insertInto("extras").values(rows).execute();
	return user;
}

const row = (page: Page, day: string) =>
	page.locator(".rows details", { hasText: `${extraMessages.doneOn} ${day}` });
const isOpen = async (page: Page, day: string) => (await row(page, day).getAttribute("open")) !== null;
const top = (page: Page) => page.evaluate("scrollY").then(Number);

async function openAndEdit(page: Page, day: string): Promise<void> {
	await row(page, day).locator("summary").click();
	await row(page, day).getByRole("link", { name: "Editar" }).click();
	await page.waitForURL(/edit-work-overtime/);
}

/** Expects the row to be open, below the header and above the bar at the bottom of the window. */
async function expectOpenInView(page: Page, day: string): Promise<void> {
	expect(await isOpen(page, day)).toBe(true);
	const isInView = async () => {
		const box = await row(page, day).locator("summary").boundingBox();
		return box !== null && box.y >= 60 && box.y + box.height < 560;
	};
	await expect.poll(isInView).toBe(true);
}

describe.each(["off", "on"] as const)("with script %s", (script) => {
	test("after an edit the list is on the same page and filter, with the row open and in view", async () => {
		const phone = { script, width: 360, height: 740 };
		await visit(await makeWorker(), `${LIST}?shift=N`, phone, async (page) => {
			await page.getByRole("link", { name: "Ver más antiguas" }).click();
			await page.waitForURL(/after=/);
			const { search } = new URL(page.url());
			await openAndEdit(page, "06/02/2026");
			if (script === "on") await untilAlive(page);
			await fillExtra(page, { hour: "6" });
			await page.getByRole("button", { name: extraMessages.editExtra }).click();
			await page.waitForURL(/open=/);
			expect(page.url()).toContain(`${LIST}${search}&open=`);
			await expectOpenInView(page, "06/02/2026");
			await row(page, "06/02/2026").getByText("Cantidad de Horas: 6 hs.").waitFor();
			if (script === "off") return;
			const focused = () => page.evaluate("document.activeElement.querySelector('b')?.textContent");
			await expect.poll(focused).toBe("vie 6");
		});
	});

	test("after adding, the row is open and says how the entry is paid", async () => {
		await visit(await makeWorker(), LIST, { script, width: 360, height: 740 }, async (page) => {
			await page.locator("main").getByRole("link", { name: "Agregar extra" }).click();
			await fillExtra(page, { hour: "8", date: "2026-02-07", shift: "M", startTime: "06:00" });
			await page.getByRole("button", { name: "Guardar" }).click();
			await page.waitForURL(/open=/);
			await expectOpenInView(page, "07/02/2026");
			expect(await row(page, "07/02/2026").innerText()).toContain("porque");
		});
	});

	test("Cancelar leads to the list from which the user came", async () => {
		await visit(await makeWorker(), `${LIST}?shift=N`, { script }, async (page) => {
			await openAndEdit(page, "27/04/2026");
			await page.getByRole("link", { name: "Cancelar" }).click();
			await page.waitForURL(/\?shift=N&open=[0-9a-f-]{36}#fila-2$/);
			await expectOpenInView(page, "27/04/2026");
		});
	});
});

test("with script, going back restores the place and the open rows", async () => {
	await visit(await makeWorker(), LIST, { script: "on", width: 360, height: 740 }, async (page) => {
		await untilAlive(page);
		await row(page, "29/04/2026").locator("summary").click();
		await row(page, "25/04/2026").locator("summary").click();
		await row(page, "25/04/2026").locator("summary").click();
		const day = "26/03/2026";
		await row(page, day).locator("summary").click();
		const before = await top(page);
		await row(page, day).getByRole("link", { name: "Editar" }).click();
		await page.waitForURL(/edit-work-overtime/);
		await page.getByRole("heading", { name: extraMessages.editExtra }).waitFor();
		await page.goBack();
		await row(page, day).waitFor();
		expect(await isOpen(page, day)).toBe(true);
		expect(await isOpen(page, "29/04/2026")).toBe(true);
		expect(await isOpen(page, "25/04/2026")).toBe(false);
		await expect.poll(async () => Math.abs((await top(page)) - before)).toBeLessThan(5);
	});
});

describe.each(["off", "on"] as const)("'Deshacer' after adding, with script %s", (script) => {
	test("deletes the extra, in the list that stays; its own 'Deshacer' brings it back", async () => {
		await visit(await makeWorker(), LIST, { script, width: 360, height: 740 }, async (page) => {
			await page.locator("main").getByRole("link", { name: "Agregar extra" }).click();
			await fillExtra(page, { hour: "8", date: "2026-02-07", shift: "M" });
			await page.getByRole("button", { name: "Guardar" }).click();
			await page.waitForURL(/open=/);
			await page.getByRole("button", { name: "Deshacer" }).click();
			await page.getByRole("status").getByText(extraMessages.extraDeleted).waitFor();
			// Without script the toast is read before the list.
			await page.waitForLoadState();
			expect(await row(page, "07/02/2026").count()).toBe(0);
			await page.getByRole("button", { name: "Deshacer" }).click();
			await page.getByText("La extra volvió a la lista.").waitFor();
			await expect.poll(() => row(page, "07/02/2026").count()).toBe(1);
		});
	});
});
