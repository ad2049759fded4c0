import { expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { makeUser, signedIn } from "../../support/accounts";
import { expectAccessible, horizontalOverflow } from "../../support/browser/accessibility";
import { personalSite } from "../../support/browser/personal-site";
import { extraRow } from "../../support/extras";
import { send } from "../../support/server/http-client";

const LIST = "/auth/work-overtime";
const IMPORT = `${LIST}/import`;

const { server, visit } = personalSite();

/** The export of three extras (overtime entries), with comments that contain special characters of CSV. */
async function exportedCsv(): Promise<Buffer> {
	const from = await makeUser();
	const comments = ["Parada; «horno»", '=HYPERLINK("http://evil.example")', 'dos\nlíneas y "comillas" 👷'];
	await db
		.insertInto("extras")
		.values(
			comments.map((comment, n) => extraRow(from.id, { date: `2026-11-1${n}`, comment, created_at: n })),
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
				.getByLabel("Archivo CSV")
				.setInputFiles({ name: "extras.csv", mimeType: "text/csv", buffer: csv });
			await page.getByRole("button", { name: "Ver qué entra" }).click();
		};
		await page.getByRole("link", { name: "Importar extras" }).click();
		await page.getByRole("button", { name: "Ver qué entra" }).click();
		expect(await page.locator(".error-summary").innerText()).toContain("Elegí el archivo CSV");
		await choose();
		expect(await page.getByRole("heading", { level: 2 }).innerText()).toBe("3 extras para agregar");
		await page.getByRole("button", { name: "Importar 3 extras" }).click();
		expect(new URL(page.url()).pathname).toBe(LIST);
		expect(await page.locator("body").innerText()).toContain("Importamos 3 extras.");
		await page.goto(server.origin + IMPORT);
		await choose();
		expect(await page.getByRole("heading", { level: 2 }).innerText()).toBe("No hay extras nuevas");
	});
	const { body } = await send(server.origin, `${LIST}/export`, { headers: await signedIn(who) });
	const withoutDates = (text: string) => text.replace(/\d\d\/\d\d\/\d{4};;;(?=[0-9a-f-]{36})/g, "");
	expect(withoutDates(String(body))).toBe(withoutDates(String(csv)));
});

test.each(["light", "dark"] as const)("form, errors and preview are accessible, %s", async (scheme) => {
	const csv = `${String(await exportedCsv()).trimEnd()}\r\n31/02/2026;N;8${";".repeat(15)}\r\n`;
	await visit(await makeUser(), IMPORT, { script: "on", scheme }, async (page) => {
		await expectAccessible(page, scheme, [320, 1280]);
		await page.getByText("Pegar el contenido").click();
		await page.getByLabel("Contenido del archivo").fill("hola");
		await page.getByRole("button", { name: "Ver qué entra" }).click();
		await page.getByText("No es un CSV de extras").first().waitFor();
		expect(await page.getByLabel("Contenido del archivo").inputValue()).toBe("hola");
		await expectAccessible(page, scheme, [320]);
		await page.getByLabel("Contenido del archivo").fill(csv);
		await page.getByRole("button", { name: "Ver qué entra" }).click();
		await page.getByText("Línea 6. Fecha").waitFor();
		await expectAccessible(page, scheme, [320, 1280]);
		expect(await horizontalOverflow(page)).toBe(0);
	});
});
