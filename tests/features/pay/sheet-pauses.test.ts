import { expect, test } from "vitest";
import { findUserById } from "~/features/auth/users.server";
import { csvOf } from "~/features/extras/list/exported-extras.server";
import { MAX_ON_SHEET } from "~/features/extras/list/extras-list.server";
import { readSheet } from "~/features/pay/sheet/sheet.server";
import { sqlite } from "~/lib/database/db.server";
import { makeUser } from "../../support/accounts";
import { insertExtras } from "../../support/extras";
import { countPauses } from "../../support/pauses";

test("other requests run between reading and rendering the largest sheet, and every 100 extras of an export", async () => {
	const { id } = await makeUser();
	insertExtras(sqlite, id, MAX_ON_SHEET);
	const user = await findUserById(id);
	if (!user) throw new Error("no user");
	const sheet = await countPauses(() => readSheet(user, {}, true));
	expect(sheet.result.sums.count).toBe(MAX_ON_SHEET);
	expect(sheet.pauses).toBeGreaterThan(1);

	const exported = await countPauses(async () => {
		const { content } = await csvOf(id, {}, "2026-11-20");
		return (await new Response(content).text()).split("\r\n").length;
	});
	expect(exported.result).toBe(MAX_ON_SHEET + 2);
	expect(exported.pauses).toBeGreaterThan(MAX_ON_SHEET / 100);
});
