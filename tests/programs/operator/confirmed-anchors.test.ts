import { cpSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { runMigrations } from "../../../scripts/operator/migrating/migrations";
import { shipped } from "../../support/server/migrate";
import { temporaryFolder } from "../../support/temporary-folder";

test("the update confirms an anchor that an operator has set, and not a shipped one", () => {
	const folder = temporaryFolder();
	const added = shipped.findIndex((name) => name.includes("confirmed-anchors"));
	for (const name of shipped.slice(0, added)) cpSync(join("db/migrations", name), join(folder, name));
	const sqlite = new SQLite(":memory:");
	onTestFinished(() => {
		sqlite.close();
	});
	runMigrations(sqlite, folder);
	const insert = sqlite.prepare(
		"INSERT INTO diagramas VALUES (?, ?, 'DDNNFFFF', 4, 2, '2024-01-01', '{}', '[]', ?)",
	);
	insert.run("12horas_general", 1, 1000);
	insert.run("12horas_aceria", 0, 5000);
	sqlite.prepare("INSERT INTO seeds VALUES ('diagrams', 1001)").run();
	const name = shipped[added] ?? "";
	cpSync(join("db/migrations", name), join(folder, name));
	runMigrations(sqlite, folder);
	expect(sqlite.prepare("SELECT id, anchor_confirmed FROM diagramas ORDER BY position").all()).toEqual([
		{ id: "12horas_aceria", anchor_confirmed: 1 },
		{ id: "12horas_general", anchor_confirmed: 0 },
	]);
});
