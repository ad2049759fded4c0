import SQLite from "better-sqlite3";
import { expect, test } from "vitest";
import { db, sqlite } from "~/lib/database/db.server";

/** Tests of what the connection to the database promises, which no query shows until two programs or a power cut meet. */

test("no committed change is lost in a power cut, deleted data are overwritten, and keys of other tables are checked", () => {
	const settingOf = (name: string) => sqlite.pragma(name, { simple: true });
	expect(["journal_mode", "synchronous", "secure_delete", "foreign_keys"].map(settingOf)).toEqual([
		"wal",
		2,
		1,
		1,
	]);
});

test("no other program writes between a transaction's first read and its first write, which would then fail", async () => {
	const other = new SQLite(sqlite.name, { timeout: 0 });
	const writeElsewhere = () => other.exec("UPDATE users SET id = id");
	await db.transaction().execute(async (trx) => {
		await trx.selectFrom("users").select("id").execute();
		expect(writeElsewhere).toThrow("database is locked");
		await trx.deleteFrom("attempts").execute();
	});
	expect(writeElsewhere).not.toThrow();
	other.close();
});
