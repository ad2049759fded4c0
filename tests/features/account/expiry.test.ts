import { readFileSync } from "node:fs";
import SQLite from "better-sqlite3";
import { beforeEach, expect, test } from "vitest";
import { deleteAccount } from "~/features/account/delete-account.server";
import { issueMailCode, issueMailToken } from "~/features/auth/links-and-codes.server";
import { takeAttempt } from "~/features/auth/rate-limits/attempts.server";
import { openSession } from "~/features/auth/sessions/sessions.server";
import { sweepExpired } from "~/features/auth/sessions/sweep-expired.server";
import { db, sqlite } from "~/lib/database/db.server";
import { makeUser } from "../../support/accounts";

beforeEach(() => db.deleteFrom("users").execute());

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

test("deletes expired rows and keeps the others", async () => {
	const user = await makeUser();
	const now = Date.now();
	const request = new Request("http://localhost:3000/");
	for (const at of [now, now - 400 * DAY_MS]) {
		await openSession(request, { userId: user.id }, at);
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

test("deletes full buckets of attempts", async () => {
	const limit = { name: "x", key: "x", capacity: 3, refillMs: DAY_MS };
	const now = Date.now();
	await takeAttempt([limit], now);
	await sweepExpired(now);
	expect(await db.selectFrom("attempts").select("key").execute()).toHaveLength(1);
	await sweepExpired(now + DAY_MS);
	expect(await db.selectFrom("attempts").select("key").execute()).toEqual([]);
});

test("deletes all expired rows, however many", async () => {
	const { id } = await makeUser();
	const rows = Array.from({ length: 2500 }, (_, n) => ({ token_hash: `p${n}`, user_id: id }));
	for (let n = 0; n < rows.length; n += 500) {
		const some = rows.slice(n, n + 500).map((row) => ({ ...row, is_new: 1 as const, expires_at: 1 }));
		await db.insertInto("pending_registrations").values(some).execute();
	}
	await sweepExpired();
	expect(await db.selectFrom("pending_registrations").select("token_hash").execute()).toEqual([]);
});

test("empties the write-ahead log that a reader had kept when an account was deleted", async () => {
	const log = () => readFileSync(`${process.env.DATABASE_PATH}-wal`);
	const user = await makeUser({ real_name: "Marca del Registro" });
	const reader = new SQLite(process.env.DATABASE_PATH);
	reader.exec("BEGIN; SELECT * FROM users");
	const began = performance.now();
	expect(await deleteAccount(user.id)).toEqual({ photos: 0, documents: 0, extras: 0, sessions: 0 });
	// In a command too nothing waits for the reader: meanwhile the server could not write.
	expect(performance.now() - began).toBeLessThan(4000);
	expect(log().includes("Marca del Registro")).toBe(true);
	expect(sqlite.pragma("busy_timeout", { simple: true })).toBe(5000);
	reader.close();
	await sweepExpired();
	expect(log()).toHaveLength(0);
});
