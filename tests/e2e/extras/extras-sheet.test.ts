import { describe, expect, test } from "vitest";
import { payPeriodBefore } from "~/features/profile/pay-period";
import { db } from "~/lib/database/db.server";
import { addDays, todayIn } from "~/lib/time/civil-date";
import { makeUser } from "../../support/accounts";
import { untilAlive } from "../../support/browser/alive";
import { pdfTexts } from "../../support/browser/pdf-text";
import { personalSite } from "../../support/browser/personal-site";
import { extraRow } from "../../support/extras";

const SHEET = "/auth/work-overtime?view=sheet";
const today = todayIn("America/Argentina/Buenos_Aires");

const { visit } = personalSite();

/** Adds a user with `count` extras (overtime entries), one per day. */
async function userWith(count: number, values: Parameters<typeof extraRow>[1] = {}, start = "2026-01-01") {
	const user = await makeUser({ real_name: "Ramona Fernández" });
	const rows = Array.from({ length: count }, (_, index) =>
		extraRow(user.id, { date: addDays(start, index), created_at: index, ...values }),
	);
	await db.insertInto("extras").values(rows).execute();
	return user;
}

describe("last month's sheet", () => {
	test("is two taps from home on a small phone, without script", async () => {
		const last = payPeriodBefore(today, "month");
		const user = await userWith(1, {}, last.start);
		await visit(user, "/home?inicio=1", { script: "off", width: 320, height: 640 }, async (page) => {
			let taps = 0;
			const tap = async (name: string | RegExp) => {
				taps += 1;
				await page.getByRole("link", { name }).filter({ visible: true }).first().click();
				await page.waitForLoadState();
			};
			await tap("Extras");
			await tap(/^Planilla de /);
			expect(taps).toBe(2);
			expect(new URL(page.url()).searchParams.get("start")).toBe(last.start);
			expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Planilla de horas extra");
			expect(await page.locator(".extras tbody tr:not(.sum)").count()).toBe(1);
			expect(await page.locator(".extras thead").isVisible()).toBe(false);
			await page.getByText("Imprimir", { exact: true }).click();
			expect(await page.getByText("En la computadora: Ctrl y P.").isVisible()).toBe(true);
			await page.goBack();
			await tap("Compartir");
			expect(await page.getByLabel("Resumen para mandar").isVisible()).toBe(true);
			expect(new URL(page.url()).searchParams.get("start")).toBe(last.start);
		});
	});

	test("with script prints by one tap, and is sent by the phone's own panel or by WhatsApp", async () => {
		const user = await userWith(2, { comment: "queda en la planilla" });
		const prepare = async (page: { addInitScript: (script: string) => Promise<unknown> }) => {
			await page.addInitScript(
				"window.print = () => { document.title = 'impresa' }; navigator.share = ({ text }) => { window.shared = text; return Promise.resolve() }",
			);
		};
		await visit(user, SHEET, { script: "on", width: 360, prepare }, async (page) => {
			await untilAlive(page);
			await page.getByRole("button", { name: "Imprimir" }).click();
			await expect.poll(() => page.title()).toBe("impresa");
			await page.getByText("Compartir", { exact: true }).click();
			const shown = await page.getByLabel("Resumen para mandar").inputValue();
			expect(shown).toContain("jue 01/01/2026, N: 8 h (8 al 50 %)");
			expect(shown).not.toContain("queda en la planilla");
			const message = page.getByRole("link", { name: "Mandar por WhatsApp" });
			const address = new URL((await message.getAttribute("href")) ?? "");
			expect([address.origin, address.searchParams.get("text")]).toEqual(["https://wa.me", shown]);
			await page.getByRole("button", { name: "Mandar con otra aplicación" }).click();
			await expect.poll(() => page.evaluate("window.shared")).toBe(shown);
		});
	});
});

describe("the sheet on A4", () => {
	const HEAD = "EntradaSalidaTurnoHoras";

	/** Prints a page and returns the text of each sheet. */
	async function print(user: { id: string }, path: string): Promise<string[]> {
		let pages: string[] = [];
		await visit(user, path, { script: "off" }, async (page) => {
			const pdf = await page.pdf({ preferCSSPageSize: true });
			expect(pdf.toString("latin1")).toMatch(/\/MediaBox \[0 0 59[45][\d.]* 84[12]/);
			pages = pdfTexts(pdf);
			await page.emulateMedia({ media: "print" });
			const controls = page.locator("main").locator("a, button, input, textarea, summary");
			expect(await controls.filter({ visible: true }).count()).toBe(0);
		});
		return pages;
	}

	test("with one extra is one page, with name, hours and space for signatures, and with the year when requested", async () => {
		const user = await userWith(1, { start_minute: 1320, minutes_night: 480, compensation: "franco" });
		const pages = await print(user, `${SHEET}&picture=1`);
		expect(pages).toHaveLength(1);
		for (const text of [
			"Nombre y apellido: Ramona Fernández",
			"jue 01/01/202622:0006:00N888Franco",
			"Total: 1 extra",
			"Horas extra de 2026 por mes",
			"Firma del trabajador",
			"Firma del supervisor",
			"con Relevo.",
		])
			expect(pages[0]).toContain(text);
	});

	test.each([
		[30, 2],
		[200, 6],
	])("with %i extras is at most %i pages, each with the head of the table", async (count, most) => {
		const pages = await print(await userWith(count), SHEET);
		expect(pages.length).toBeLessThanOrEqual(most);
		const rows = pages.map((text) => text.match(/[a-záé]{3} \d\d\/\d\d\/2026/g)?.length ?? 0);
		expect(rows.reduce((total, each) => total + each, 0)).toBe(count);
		for (const [index, text] of pages.entries()) if ((rows[index] ?? 0) > 0) expect(text).toContain(HEAD);
		expect(pages.at(-1)).toContain("Firma del supervisor");
	});

	test("never splits a row over two pages, however long its comment is", async () => {
		const comment = `PRINCIPIO ${"palabra ".repeat(55)} FINAL`;
		const pages = await print(await userWith(40, { comment }), SHEET);
		expect(pages.length).toBeGreaterThan(2);
		for (const text of pages) {
			expect(text.match(/PRINCIPIO/g)?.length).toBe(text.match(/FINAL/g)?.length);
		}
	});
});
