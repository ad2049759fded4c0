import { cpSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { expect, test } from "vitest";
import { runMigrations } from "../../../scripts/operator/migrating/migrations";
import { seedExtra, seedUser } from "../../support/accounts-on-disk";
import { projectFolder, shipped } from "../../support/server/migrate";

test("extras from before the reasons are worked out when their list is first opened, not only by the sweep", () => {
	const before = shipped.findIndex((name) => name.endsWith("extra-reasons.sql"));
	const folder = join(projectFolder({}, before), "db/migrations");
	const path = join(folder, "relevo.sqlite");
	const sqlite = new SQLite(path);
	runMigrations(sqlite, folder);
	const { id } = seedUser(path);
	seedExtra(path, id, { date: "2026-01-05" });
	sqlite.exec("DELETE FROM stale_pay");
	for (const name of shipped.slice(before)) cpSync(join("db/migrations", name), join(folder, name));
	runMigrations(sqlite, folder);
	expect(sqlite.prepare("SELECT user_id, first_day FROM stale_pay").all()).toEqual([
		{ user_id: id, first_day: "2026-01-05" },
	]);
	sqlite.close();
});
