import { expect, test } from "vitest";
import { findOpenPay } from "~/features/pay/slips/logged.server";
import { db } from "~/lib/database/db.server";
import { makeUser } from "../../support/accounts";

async function userWithSlip(values: object = {}) {
	const { id } = await makeUser();
	await db
		.insertInto("slips")
		.values({
			user_id: id,
			period_start: "2026-09-01",
			period_end: "2026-09-30",
			premiums: '{"50":240}',
			created_at: 1,
			updated_at: 1,
			...values,
		})
		.execute();
	return id;
}

test("home says what the slips lack or have in excess, since when", async () => {
	expect(await findOpenPay(await userWithSlip())).toMatch(
		/^De más: 4\sh al 50\s% desde septiembre de 2026\.$/,
	);
});

test("it says nothing of a settled slip, nor of who has no slips", async () => {
	expect(await findOpenPay(await userWithSlip({ settled_on: "2026-10-02" }))).toBe("");
	expect(await findOpenPay((await makeUser()).id)).toBe("");
});
