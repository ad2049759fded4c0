import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { expect, test } from "vitest";
import { removeStaleAccess } from "../../../scripts/operator/restoring/kept-access";
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

test("a database of now that is damaged keeps nobody signed in, and does not end the restore", () => {
	const folder = temporaryFolder();
	const [now, restored] = [join(folder, "now.sqlite"), join(folder, "restored.sqlite")];
	cpSync(process.env.BASE_DATABASE ?? "", now);
	seedUser(now);
	const file = new SQLite(now);
	file.pragma("journal_mode = DELETE");
	file.close();
	cpSync(now, restored);
	for (const [spoil, sessions] of [
		[() => {}, 1],
		[() => damageTable(now, "sessions"), 0],
	] as const) {
		spoil();
		const sqlite = new SQLite(restored);
		removeStaleAccess(sqlite, now);
		expect(sqlite.prepare("SELECT count(*) FROM sessions").pluck().get()).toBe(sessions);
		sqlite.close();
	}
});
