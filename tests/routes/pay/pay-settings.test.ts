import { createElement } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { PaySettingsForm } from "~/features/agreement/pay-settings-form";
import { db } from "~/lib/database/db.server";
import { action, loader } from "~/routes/auth.my-pay_.settings";
import { formOf, makeUser, signedIn } from "../../support/accounts";
import { htmlOf } from "../../support/browser/render-part";
import { argsFor, errorsOf, responseOf } from "../../support/requests";

const PAGE = "/auth/my-pay/settings";

let user: { id: string };
let headers: { Cookie: string };
beforeEach(async () => {
	user = await makeUser();
	headers = await signedIn(user);
});

const send = (fields: Record<string, string>, who = headers) =>
	responseOf(() => action(argsFor(PAGE, {}, formOf(fields, who))));
const open = async () => (await responseOf(() => loader(argsFor(PAGE, {}, { headers })))).json();
const stored = () =>
	db
		.selectFrom("users")
		.select(["pay_period", "plant_number"])
		.where("id", "=", user.id)
		.executeTakeFirstOrThrow();

describe("the pay period and the plant number", () => {
	test("are stored, and shown again", async () => {
		const plantNumber = "20.417/Ñ-".padEnd(20, "7");
		expect(await send({ payPeriod: "closing-25", plantNumber: ` ${plantNumber} ` })).toRedirectTo(PAGE);
		expect(await stored()).toEqual({ pay_period: "closing-25", plant_number: plantNumber });
		expect((await open()).shown).toEqual({ payPeriod: "closing-25", plantNumber });
	});

	test.each(["\0abc", "abc\0", "\0\r\nabc\t"])("are stored as one line: %j", async (plantNumber) => {
		expect(await send({ payPeriod: "month", plantNumber })).toRedirectTo(PAGE);
		expect((await stored()).plant_number).toBe("abc");
	});

	test("refuse a period that is not in the list, and a plant number of more than 20 characters", async () => {
		const typed = { payPeriod: "trimestre", plantNumber: "7".repeat(21) };
		const response = await send(typed);
		expect(response.status).toBe(400);
		expect(await errorsOf(response)).toEqual({
			payPeriod: ["Elegí un período de la lista."],
			plantNumber: ["El legajo puede tener hasta 20 caracteres."],
		});
		expect(await stored()).toEqual({ pay_period: "month", plant_number: null });
	});

	test.each<Record<string, string>>([{ plantNumber: "   " }, {}])(
		"with %o as the plant number have none",
		async (fields) => {
			await send({ payPeriod: "month", plantNumber: "7" });
			expect(await send({ payPeriod: "month", ...fields })).toRedirectTo(PAGE);
			expect((await stored()).plant_number).toBeNull();
		},
	);

	test("do not undo a change in another tab", async () => {
		const { version } = await open();
		await send({ payPeriod: "fortnight", version });
		const stale = await send({ payPeriod: "closing-20", version });
		expect(stale.status).toBe(409);
		const shown = await stale.json();
		expect(shown.saved).toEqual({ payPeriod: "fortnight", plantNumber: null });
		// What the page says of it: "Si querés dejar lo guardado, tocá Cancelar."
		const html = await htmlOf(createElement(PaySettingsForm, { shown: {}, ...shown }), PAGE);
		expect(html).toContain(`href="${PAGE}">Cancelar</a>`);
		expect((await stored()).pay_period).toBe("fortnight");
		expect((await send({ payPeriod: "fortnight", plantNumber: "7", version })).status).toBe(409);
		expect(await send({ payPeriod: "fortnight", version })).toRedirectTo(PAGE);
	});

	test("typed by a visitor whose session has ended come back with sign-in fields", async () => {
		const response = await send({ payPeriod: "fortnight", plantNumber: "7" }, { Cookie: "" });
		expect(response.status).toBe(401);
		expect((await response.json()).signedOut.typed).toEqual({ payPeriod: "fortnight", plantNumber: "7" });
	});
});
