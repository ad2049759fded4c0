import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { expect, test } from "vitest";
import { adaptToPresent } from "../../../scripts/operator/restoring/present-rows";
import { seedUser } from "../../support/accounts-on-disk";
import { temporaryFolder } from "../../support/temporary-folder";

/** Fills the root page of a table with bytes that are no page. */
function damageTable(path: string, table: string): void {
	const file = new SQLite(path, { readonly: true });
	const page = file.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").pluck().get(table);
	file.close();
	const bytes = readFileSync(path);
	const size = bytes.readUInt16BE(16);
	writeFileSync(path, bytes.fill(0xff, (Number(page) - 1) * size, Number(page) * size));
}

/** The database of now with one person, open, and where a copy of it is to be restored. */
function withPerson() {
	const folder = temporaryFolder();
	const now = join(folder, "now.sqlite");
	cpSync(process.env.BASE_DATABASE ?? "", now);
	seedUser(now);
	const present = new SQLite(now);
	present.pragma("journal_mode = DELETE");
	return { now, present, restored: join(folder, "restored.sqlite") };
}

test("a database of now that is damaged keeps nobody signed in, and does not end the restore", () => {
	const { now, present, restored } = withPerson();
	present.close();
	cpSync(now, restored);
	for (const [spoil, sessions] of [
		[() => {}, 1],
		[() => damageTable(now, "sessions"), 0],
	] as const) {
		spoil();
		const sqlite = new SQLite(restored);
		adaptToPresent(sqlite, now, true);
		expect(sqlite.prepare("SELECT count(*) FROM sessions").pluck().get()).toBe(sessions);
		sqlite.close();
	}
});

test("the days that a restore changes back have newer versions than those that phones have read", () => {
	const { now, present, restored } = withPerson();
	present.exec("INSERT INTO calendar_feeds SELECT id, 'hash', 'none', 1, 1 FROM users");
	cpSync(now, restored);
	present.exec("UPDATE diagramas SET updated_at = updated_at + 1 WHERE id = '2turnos'");
	present.exec("UPDATE diagramas SET corrected_at = corrected_at + 1 WHERE id = '3turnos'");
	present.exec("INSERT INTO changed_holidays VALUES ('2026-12-08', 1)");
	present.close();
	const sqlite = new SQLite(restored);
	const begun = Date.now();
	adaptToPresent(sqlite, now, true);
	const raised = (column: string, table: string, time: string) =>
		sqlite.prepare(`SELECT ${column} FROM ${table} WHERE ${time} >= ?`).pluck().all(begun);
	expect(raised("id", "diagramas", "updated_at")).toEqual(["2turnos"]);
	expect(raised("id", "diagramas", "corrected_at")).toEqual(["3turnos"]);
	expect(raised("date", "changed_holidays", "changed_at")).toEqual(["2026-12-08"]);
	expect(raised("alarms", "calendar_feeds", "updated_at")).toEqual(["none"]);
	sqlite.close();
});
