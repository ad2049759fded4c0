import { expect, test } from "vitest";
import { sweepExpired } from "~/features/auth/expiry.server";
import { openSession } from "~/features/auth/sessions.server";
import { issueMailCode, issueMailToken } from "~/features/auth/tokens.server";
import { db } from "~/lib/db.server";
import { makeUser } from "../support/accounts";

const DAY_MS = 24 * 3_600_000;

const countAll = async () => {
	const tables = ["sessions", "devices", "pending_registrations", "mail_tokens", "mail_codes"] as const;
	const counts = [];
	for (const table of tables) {
		const rows = await db.selectFrom(table).select("user_id").execute();
		counts.push([table, rows.length]);
	}
	return Object.fromEntries(counts);
};

test("what has expired goes, what has not stays", async () => {
	const user = await makeUser();
	const now = Date.now();
	const request = new Request("http://localhost:3000/");
	for (const at of [now, now - 400 * DAY_MS]) {
		await openSession(request, user.id, at);
		const row = { token_hash: `d${at}`, user_id: user.id, expires_at: at + DAY_MS };
		await db.insertInto("devices").values(row).execute();
		await db
			.insertInto("pending_registrations")
			.values({ ...row, is_new: 1 })
			.execute();
	}
	await issueMailToken({ purpose: "verify", userId: user.id, email: user.email }, now);
	await issueMailToken({ purpose: "reset", userId: user.id, email: user.email }, now - 2 * DAY_MS);
	await issueMailCode({ purpose: "verify", userId: user.id }, now);
	await issueMailCode({ purpose: "delete", userId: user.id }, now - DAY_MS);
	await sweepExpired(now);
	expect(await countAll()).toEqual({
		sessions: 1,
		devices: 1,
		pending_registrations: 1,
		mail_tokens: 1,
		mail_codes: 1,
	});
});
