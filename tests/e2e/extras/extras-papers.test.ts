import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { payPeriodOf } from "~/features/law/pay-period";
import { db } from "~/lib/database/db.server";
import { addDays } from "~/lib/time/civil-date";
import { makeUser, signedIn } from "../../support/accounts";
import { expectAccessible, horizontalOverflow } from "../../support/browser/accessibility";
import { untilAlive } from "../../support/browser/alive";
import { pathOf } from "../../support/browser/browser";
import { pdfTexts } from "../../support/browser/pdf-text";
import { personalSite } from "../../support/browser/personal-site";
import { extraRow, paidAt } from "../../support/extras";
import { send } from "../../support/server/http-client";
import { evened } from "../../support/texts/evened";
import { todayIn } from "../../support/texts/today";

/** Tests of the printed sheet of extras (overtime entries), of the pay slips and of the CSV file. */
const LIST = "/auth/work-overtime";
const SHEET = `${LIST}?view=sheet`;
const IMPORT = `${LIST}/import`;
const PAY = "/auth/my-pay";
const AUGUST = `${PAY}?period=2026-08-01`;

const { server, visit } = personalSite();

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
	test("is three taps from home on a small phone, without script", async () => {
		const today = todayIn("America/Argentina/Buenos_Aires");
		const last = payPeriodOf(addDays(`${today.slice(0, 7)}-01`, -1), "month");
		const user = await userWith(1, {}, last.start);
		await visit(user, "/home?inicio=1", { script: "off", width: 320, height: 640 }, async (page) => {
			let taps = 0;
			const tap = async (name: string | RegExp) => {
				taps += 1;
				await page.getByRole("link", { name }).filter({ visible: true }).first().click();
				await page.waitForLoadState();
			};
			const openMenu = async () => {
				taps += 1;
				await page.locator("summary[aria-label=Más]").click();
			};
			await tap("Extras");
			await openMenu();
			await tap(/^Planilla de /);
			expect(taps).toBe(3);
			expect(new URL(page.url()).searchParams.get("start")).toBe(last.start);
			expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Planilla de horas extra");
			expect(await page.locator(".extras tbody tr:not(.sum)").count()).toBe(1);
			expect(await page.locator(".extras thead").isVisible()).toBe(false);
			await page.getByText("Imprimir", { exact: true }).click();
			expect(await page.getByText("En la computadora: Ctrl y P.").isVisible()).toBe(true);
			await page.goBack();
			if (!(await page.getByRole("link", { name: "Compartir" }).isVisible())) await openMenu();
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
			const shown = evened(await page.getByLabel("Resumen para mandar").inputValue());
			expect(shown).toContain("jue 01/01/2026, N: 8 h (8 al 50 %)");
			expect(shown).not.toContain("queda en la planilla");
			const message = page.getByRole("link", { name: "Mandar por WhatsApp" });
			const address = new URL((await message.getAttribute("href")) ?? "");
			expect([address.origin, address.searchParams.get("text")]).toEqual(["https://wa.me", shown]);
			await page.getByRole("button", { name: "Mandar con otra aplicación" }).click();
			await expect.poll(async () => evened(await page.evaluate("window.shared"))).toBe(shown);
		});
	});
});

test("the figures of the sheet are at the right of their columns, on the screen and on paper", async () => {
	const user = await userWith(3, { start_minute: 0, minutes: 720, minutes_night: 60 });
	for (const media of ["screen", "print"] as const)
		await visit(user, SHEET, { width: 1280, script: "blocked" }, async (page) => {
			await page.emulateMedia({ media });
			const distances = await page.locator(".extras td[data-name]:not(:empty)").evaluateAll((cells) =>
				cells.map((cell) => {
					const range = document.createRange();
					range.selectNodeContents(cell);
					return Math.round(cell.getBoundingClientRect().right - range.getBoundingClientRect().right);
				}),
			);
			expect(distances.length).toBeGreaterThan(12);
			expect(new Set(distances).size).toBe(1);
		});
});

test("a sheet with more percentages than fit side by side scrolls by itself, not with the page", async () => {
	const premiums = { 50: 75, 60: 75, 100: 75, 110: 75, 150: 75, 200: 75 };
	const user = await userWith(2, { start_minute: 0, minutes: 450, premiums: JSON.stringify(premiums) });
	await visit(user, SHEET, { width: 800, script: "blocked" }, async (page) => {
		expect(await page.getByRole("columnheader").count()).toBe(13);
		await page.getByRole("region", { name: "Tabla de extras" }).press("End");
		await page.keyboard.press("ArrowRight");
		await expect
			.poll(() => page.locator(".rates").evaluate(({ scrollLeft }) => scrollLeft))
			.toBeGreaterThan(0);
		await expectAccessible(page, [800]);
	});
});

test("a year with many percentages keeps its bars beside the table, and on paper its last columns", async () => {
	const kinds = [50, 60, 75, 100, 110, 120, 150, 200, 250, 300];
	const premiums = Object.fromEntries(kinds.map((percent) => [percent, 75]));
	const user = await userWith(99, { minutes: 750, premiums: JSON.stringify(premiums) });
	await visit(user, `${LIST}?view=year&year=2026`, { width: 800, script: "blocked" }, async (page) => {
		expect((await page.getByRole("img", { name: /^Barras/ }).boundingBox())?.width).toBeGreaterThan(200);
		await expectAccessible(page, [800]);
		const [sheet = ""] = pdfTexts(await page.pdf({ preferCSSPageSize: true }));
		expect(sheet).toContain("300\u00a0%NocheTotal");
	});
});

describe("the sheet on A4", () => {
	const HEAD = "EntradaSalidaTurnoHoras";

	/** Prints the page at `path`, expects A4 paper and no controls, and returns the text on each sheet of paper. */
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

test("a list longer than a sheet of paper begins below its heading, and no heading ends a sheet", async () => {
	const user = await userWith(60, { compensation: "franco" });
	await visit(user, "/auth/my-pay?view=balances", { script: "off" }, async (page) => {
		const pages = pdfTexts(await page.pdf({ preferCSSPageSize: true }));
		expect(pages.length).toBeGreaterThan(1);
		expect(pages[0]).toMatch(/Lo que ganaste y tomaste.*1 extra \(8/s);
		for (const text of pages) expect(text).not.toMatch(/(Francos compensatorios|Banco de horas)$/);
	});
});

describe("the pay slips", () => {
	function addSlip(userId: string, at50: number, amount?: number) {
		const slip = { ...paidAt(at50), amount, days_off: 3, created_at: 1, updated_at: 1 };
		return db
			.insertInto("slips")
			.values({ ...slip, user_id: userId, period_start: "2026-08-01", period_end: "2026-08-31" })
			.execute();
	}

	async function makeWorker() {
		const user = await makeUser({ diagram: "4turnos_7dias", crew: "A" });
		const values = [
			{ date: "2026-08-05", compensation: "pago" },
			{ date: "2026-08-06", compensation: "franco" },
			{ date: "2026-08-07", compensation: "banco" },
		] as const;
		await db
			.insertInto("extras")
			.values(values.map((each) => extraRow(user.id, each)))
			.execute();
		return user;
	}

	test("without script, on the smallest phone: enter a slip, carry its difference over, settle, delete, undo", async () => {
		const user = await makeWorker();
		await visit(user, AUGUST, { script: "off", width: 320 }, async (page) => {
			/** Waits for the next document, of which a check could otherwise read a part only. */
			const open = async (target: Locator) => {
				const isLoaded = page.waitForEvent("load");
				await target.click();
				await isLoaded;
			};
			const press = (name: string) => open(page.getByRole("button", { name, exact: true }));
			const follow = (name: string) => open(page.getByRole("link", { name }));
			const verdict = page.locator(".verdict");
			expect(await verdict.innerText()).toMatch(/^8\sh$/);
			await page.getByLabel("Horas al 50 %").fill("cinco");
			await press("Guardar el recibo");
			expect(await page.locator(".error-summary").innerText()).toContain("Escribí las horas del recibo");
			expect(await page.getByLabel("Horas al 50 %").inputValue()).toBe("cinco");
			await page.getByLabel("Horas al 50 %").fill("5");
			await press("Guardar el recibo");
			expect(evened(await verdict.innerText())).toBe("Faltan 3 h");
			const difference = page.getByText("Faltan: 3 h al 50 % desde agosto de 2026.");
			expect(await difference.count()).toBe(1);
			await press("Ya se arregló");
			expect([await difference.count(), await verdict.innerText()]).toEqual([0, "Ya se arregló"]);
			await press("Todavía no se arregló");
			await follow("Mandar lo que no coincide");
			await page.locator("summary", { hasText: "Compartir" }).click();
			const message = await page.getByRole("link", { name: "Mandar por WhatsApp" }).getAttribute("href");
			expect(decodeURIComponent(message ?? "")).toContain("8 h según mi registro, 5 h según el recibo");
			await follow("Mi pago");
			await follow("Todos los períodos");
			await follow("Agosto de 2026");
			await page.getByText("Corregir lo que dice el recibo").click();
			await follow("Eliminar el recibo: Agosto de 2026");
			expect(await page.getByText("¿Querés eliminar este recibo?").count()).toBe(1);
			await press("Aceptar");
			expect(await difference.count()).toBe(0);
			await press("Deshacer");
			expect(await difference.count()).toBe(1);
		});
	});

	test("with script, the page stays and shows what was saved, deleted and restored", async () => {
		const user = await makeWorker();
		await visit(user, AUGUST, { script: "on" }, async (page) => {
			await untilAlive(page);
			const [verdict, dialog] = [page.locator(".verdict"), page.getByRole("alertdialog")];
			await page.getByLabel("Horas al 50 %").fill("1");
			await page.getByRole("button", { name: "Guardar el recibo" }).click();
			await page.getByText("Faltan 7 h").waitFor();
			// The form is closed, so that nothing stands between the answer and who asked.
			expect(await page.getByLabel("Horas al 50 %").isVisible()).toBe(false);
			for (const _ of ["first", "after the undo"]) {
				const fold = page.getByText("Corregir lo que dice el recibo");
				if (!(await page.getByLabel("Horas al 50 %").isVisible())) await fold.click();
				await page.getByRole("link", { name: "Eliminar el recibo: Agosto de 2026" }).click();
				await dialog.getByRole("button", { name: "Aceptar" }).click();
				await dialog.waitFor({ state: "detached" });
				expect(evened(await verdict.innerText())).toBe("8 h");
				expect(await page.getByLabel("Horas al 50 %").inputValue()).toBe("");
				await page.getByRole("button", { name: "Deshacer" }).click();
				await page.getByText("Faltan 7 h").waitFor();
			}
			// What another tab saves meanwhile is kept by Cancelar, and shown.
			const hours = page.getByLabel("Horas al 50 %");
			if (!(await hours.isVisible())) await page.getByText("Corregir lo que dice el recibo").click();
			await db.updateTable("slips").set({ amount: 700 }).where("user_id", "=", user.id).execute();
			await hours.fill("2");
			await page.getByRole("button", { name: "Guardar el recibo" }).click();
			await page.getByRole("link", { name: "Cancelar" }).click();
			await page.getByText("Lo que está guardado ahora").waitFor({ state: "detached" });
			expect(await hours.inputValue()).toBe("1");
			// The person's own button leaves what is typed, and is no change by another tab.
			await page.getByText("Corregir lo que dice el recibo").click();
			await hours.fill("3");
			await page.getByRole("button", { name: "Ya se arregló" }).click();
			await page.getByRole("button", { name: "Todavía no se arregló" }).click();
			await page.getByText("Faltan 7 h").waitFor();
			expect(await hours.inputValue()).toBe("3");
			await page.getByRole("button", { name: "Ya se arregló" }).click();
			await page.getByRole("button", { name: "Todavía no se arregló" }).waitFor();
			await page.getByRole("button", { name: "Guardar el recibo" }).click();
			await page.getByText("el recibo dice 3 h").waitFor();
		});
	});

	test("with script, a slip whose period has changed meanwhile comes back in the new one, and is saved there", async () => {
		const user = await makeWorker();
		await visit(user, AUGUST, { script: "on" }, async (page) => {
			await untilAlive(page);
			const hours = page.getByLabel("Horas al 50 %");
			await hours.fill("5");
			await db.updateTable("users").set({ pay_period: "closing-20" }).where("id", "=", user.id).execute();
			const save = page.getByRole("button", { name: "Guardar el recibo", exact: true });
			await save.click();
			await page.getByText("Tus períodos de pago cambiaron").first().waitFor();
			// The page loads the period after it has shown the answer.
			await page.getByRole("heading", { level: 2, name: /^Del 21\/07/ }).waitFor();
			expect(await hours.inputValue()).toBe("5");
			await save.click();
			await page.getByText("Corregir lo que dice el recibo").waitFor();
		});
		const rows = await db.selectFrom("slips").selectAll().where("user_id", "=", user.id).execute();
		expect(rows).toMatchObject([{ period_start: "2026-07-21", ...paidAt(300) }]);
	});

	test("light and dark: no axe findings, no horizontal scrolling, large targets", async () => {
		const user = await makeWorker();
		await addSlip(user.id, 60, 99_999_999_999);
		for (const path of [
			PAY,
			`${PAY}?view=periods&period=ayer`,
			`${PAY}?view=summary`,
			`${PAY}?view=balances`,
			AUGUST,
		])
			await visit(user, path, { script: "blocked" }, (page) => expectAccessible(page));
	});
});

describe("the CSV file", () => {
	/** Returns the export of three extras (overtime entries) whose comments contain special characters of CSV. */
	async function exportedCsv(): Promise<Buffer> {
		const from = await makeUser();
		const reason = "8\u00A0h al 50\u00A0%, día común";
		const comments = ["Parada; «horno»", '=HYPERLINK("http://evil.example")', 'dos\nlíneas y "comillas" 👷'];
		await db
			.insertInto("extras")
			.values(
				comments.map((comment, n) =>
					extraRow(from.id, { date: `2026-11-1${n}`, comment, created_at: n, compensation: "pago", reason }),
				),
			)
			.execute();
		const { body } = await send(server.origin, `${LIST}/export`, { headers: await signedIn(from) });
		return Buffer.from(body);
	}

	test("without script, a downloaded CSV is previewed on a small phone, imported, and never duplicated", async () => {
		const csv = await exportedCsv();
		const who = await makeUser();
		await visit(who, LIST, { script: "off", width: 320 }, async (page) => {
			const choose = async () => {
				await page
					.getByLabel("Archivo", { exact: true })
					.setInputFiles({ name: "extras.csv", mimeType: "text/csv", buffer: csv });
				await page.getByRole("button", { name: "Ver qué entra" }).click();
			};
			await page.getByRole("link", { name: "Importar extras" }).click();
			await page.getByRole("button", { name: "Ver qué entra" }).click();
			expect(await page.locator(".error-summary").innerText()).toContain("Elegí el archivo");
			await choose();
			expect(await page.getByRole("heading", { level: 2 }).innerText()).toBe("3 extras para agregar");
			await page.getByRole("button", { name: "Importar 3 extras" }).click();
			await page.getByText("Importamos 3 extras.").waitFor();
			expect(pathOf(page)).toBe(LIST);
			await page.goto(server.origin + IMPORT);
			await choose();
			expect(await page.getByRole("heading", { level: 2 }).innerText()).toBe("No hay extras nuevas");
		});
		const { body } = await send(server.origin, `${LIST}/export`, { headers: await signedIn(who) });
		const withoutDates = (text: string) => text.replace(/\d\d\/\d\d\/\d{4};;;(?=[0-9a-f-]{36})/g, "");
		expect(withoutDates(String(body))).toBe(withoutDates(String(csv)));
	});

	test("form, errors and preview are accessible, light and dark", async () => {
		const csv = `${String(await exportedCsv()).trimEnd()}\r\n31/02/2026;N;8${";".repeat(15)}\r\n`;
		await visit(await makeUser(), IMPORT, { script: "on" }, async (page) => {
			await expectAccessible(page, [320, 1280]);
			await page.getByText("Pegar el contenido").click();
			await page.getByLabel("Contenido del archivo").fill("hola");
			await page.getByRole("button", { name: "Ver qué entra" }).click();
			await page.getByText("No es un archivo de extras").first().waitFor();
			await page.waitForLoadState();
			expect(await page.getByLabel("Contenido del archivo").inputValue()).toBe("hola");
			await expectAccessible(page, [320]);
			await page.getByLabel("Contenido del archivo").fill(csv);
			await page.getByRole("button", { name: "Ver qué entra" }).click();
			await page.getByText("Línea 6. Fecha").waitFor();
			await page.waitForLoadState();
			await expectAccessible(page, [320, 1280]);
			expect(await horizontalOverflow(page)).toBe(0);
		});
	});
});
