import { expect, test } from "vitest";
import { databaseBefore } from "../../support/server/migrate";

test("the update confirms an anchor that an operator has set, and not a shipped one", () => {
	const { sqlite, update } = databaseBefore("confirmed-anchors");
	const insert = sqlite.prepare(
		"INSERT INTO diagramas VALUES (?, ?, 'DDNNFFFF', 4, 2, '2024-01-01', '{}', '[]', ?)",
	);
	insert.run("12horas_general", 1, 1000);
	insert.run("12horas_aceria", 0, 5000);
	sqlite.prepare("INSERT INTO seeds VALUES ('diagrams', 1001)").run();
	update();
	expect(sqlite.prepare("SELECT id, anchor_confirmed FROM diagramas ORDER BY position").all()).toEqual([
		{ id: "12horas_aceria", anchor_confirmed: 1 },
		{ id: "12horas_general", anchor_confirmed: 0 },
	]);
});
