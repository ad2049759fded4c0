import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { presets } from "~/features/agreement/agreement";
import { saveAgreement, saveHourValue } from "~/features/agreement/agreements.server";
import { agreementTerm, hourValueTerm } from "~/features/agreement/pay-term-forms.server";
import { documentRecord } from "~/features/documents/document-record.server";
import { saveDocument } from "~/features/documents/saving/save-document.server";
import { extraRecord } from "~/features/extras/rows/extras.server";
import { ownDayRecord } from "~/features/own-days/own-day-record.server";
import { saveOwnDay } from "~/features/own-days/own-days.server";
import { db } from "~/lib/database/db.server";
import { deleteRecord } from "~/lib/records/deleted-records.server";
import { DELETED } from "~/lib/records/save-record-form.server";
import { makeUser } from "../support/accounts";
import { untilAlive } from "../support/browser/alive";
import { personalSite } from "../support/browser/personal-site";
import { extraRow } from "../support/extras";

const PAGE = "/auth/my-pay/settings";
const SINCE = "2026-11-01";
const { visit } = personalSite();

test.each(["off", "on"] as const)(
	"a deleted value of the hour and a deleted agreement come back, with script %s",
	async (script) => {
		const { id } = await makeUser();
		await saveHourValue(id, { since: SINCE, centavos: 700_000, divisor: null });
		await saveAgreement(id, { ...presets.lct.rates, name: "lct", since: SINCE });
		for (const [path, deleted, restored] of [
			[`${PAGE}/hour-value/${SINCE}`, "Valor eliminado", "El valor volvió a la lista."],
			[`${PAGE}/rates/${SINCE}`, "Convenio eliminado", "El convenio volvió a la lista."],
		] as const)
			await visit({ id }, `${path}?intent=delete`, { script, width: 320 }, async (page) => {
				// Another row that begins on this day by then stays.
				expect(await page.locator("main form").getAttribute("action")).toMatch(/\?version=.{16}$/);
				await page.getByRole("button", { name: "Aceptar" }).click();
				await page.getByText(deleted).waitFor();
				expect(new URL(page.url()).pathname).toBe(PAGE);
				await page.getByRole("button", { name: "Deshacer" }).click();
				await page.getByText(restored).waitFor();
				expect(new URL(page.url()).pathname).toBe(PAGE);
				await page.locator(`a[href*="${SINCE}"]`).first().waitFor();
			});
	},
);

test("what was typed stays on an alive page if nothing is known of the record any more, or asks to be added", async () => {
	const { id: userId } = await makeUser();
	const id = randomUUID();
	await saveHourValue(userId, { since: SINCE, centavos: 700_000, divisor: null });
	await saveAgreement(userId, { ...presets.lct.rates, name: "lct", since: SINCE });
	const days = {
		kind: "parada",
		firstDay: "2026-12-19",
		lastDay: "2026-12-20",
		crew: null,
		note: "",
	} as const;
	await saveOwnDay({ userId, id }, days);
	for (const [path, table, field, typed, said] of [
		[`${PAGE}/hour-value/${SINCE}`, "hour_values", "amount", "8123", DELETED],
		[`${PAGE}/rates/${SINCE}`, "agreements", "saturday", "150", DELETED],
		[`/auth/my-days?edit=${id}`, "own_days", "note", "con Ramona", "Esto ya no está acá"],
	] as const)
		await visit({ id: userId }, path, { script: "on" }, async (page) => {
			await untilAlive(page);
			await page.locator(`main [name=${field}]`).fill(typed);
			await db.deleteFrom(table).where("user_id", "=", userId).execute();
			await page.getByRole("button", { name: "Guardar" }).click();
			await page.getByRole("alert").getByText(said).waitFor();
			expect(await page.locator(`main [name=${field}]`).inputValue()).toBe(typed);
		});
});

test.each(["off", "on"] as const)(
	"what was typed into a record that another tab has deleted is added if the button is pressed again, with script %s",
	async (script) => {
		const { id: userId } = await makeUser();
		const id = randomUUID();
		await saveHourValue(userId, { since: SINCE, centavos: 700_000, divisor: null });
		await saveAgreement(userId, { ...presets.lct.rates, name: "lct", since: SINCE });
		await db
			.insertInto("extras")
			.values(extraRow(userId, { id_file: id, date: "2026-11-19" }))
			.execute();
		const week = {
			kind: "vacaciones",
			firstDay: "2026-12-19",
			lastDay: "2026-12-20",
			crew: null,
			note: "",
		} as const;
		await saveOwnDay({ userId, id }, week);
		const values = { category: "otro", title: "Carnet", description: "Clase D1" } as const;
		await saveDocument({ key: { userId, idFile: id }, values, removeImages: [] }, false);
		for (const [path, field, typed, remove] of [
			[
				`${PAGE}/hour-value/${SINCE}`,
				"amount",
				"8123",
				() => deleteRecord(hourValueTerm.record, { userId, id: SINCE }),
			],
			[
				`${PAGE}/rates/${SINCE}`,
				"saturday",
				"150",
				() => deleteRecord(agreementTerm.record, { userId, id: SINCE }),
			],
			[
				`/auth/edit-work-overtime/${id}`,
				"comment",
				"Parada de horno",
				() => deleteRecord(extraRecord, { userId, id }),
			],
			[`/auth/my-days?edit=${id}`, "note", "con Ramona", () => deleteRecord(ownDayRecord, { userId, id })],
			[
				`/auth/edit-document/${id}`,
				"title",
				"Carnet nuevo",
				() => deleteRecord(documentRecord, { userId, id }),
			],
		] as const)
			await visit({ id: userId }, path, { script }, async (page) => {
				if (script === "on") await untilAlive(page);
				const input = page.locator(`main [name=${field}]`).last();
				const save = page.locator("main form[method=post] button[type=submit]:not([name])").last();
				if (field === "comment") await page.getByText("Horario, comentario y pago").click();
				await input.fill(typed);
				await remove();
				await save.click();
				await page.getByText(DELETED).first().waitFor();
				expect(await input.inputValue(), path).toBe(typed);
				await save.click();
				await page.locator(".toast").first().waitFor();
				expect(await page.getByText(DELETED).count()).toBe(0);
			});
		const tables = ["hour_values", "agreements", "extras", "own_days", "documents"] as const;
		for (const table of tables)
			expect(
				await db.selectFrom(table).select("user_id").where("user_id", "=", userId).execute(),
			).toHaveLength(1);
	},
);
