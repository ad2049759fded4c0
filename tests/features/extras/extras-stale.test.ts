import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import { db, sqlite } from "~/lib/database/db.server";
import { makeUser } from "../../support/accounts";
import { extraRow } from "../../support/extras";

/** What decides the pay of stored extras, and what a change of it marks: the triggers of db/migrations/0021. */

let userId: string;
beforeEach(async () => {
	await db.deleteFrom("users").execute();
	userId = (await makeUser({ diagram: "4turnos_7dias", crew: "A" })).id;
	const other = await makeUser({ diagram: "5turnos_7dias", crew: "A" });
	for (const id of [userId, other.id]) await db.insertInto("extras").values(extraRow(id)).execute();
});

const RATES = "'lct', 50, 100, 100, 100, 100, 0, NULL, 0, 1, 1";
const ALWAYS = ["0000-01-01", "9999-12-31"];

/** Runs statements for the person `:me`. */
const run = (statements: readonly string[]) => {
	for (const statement of statements) sqlite.exec(statement.replaceAll(":me", `'${userId}'`));
};

const addAgreement = `INSERT INTO agreements VALUES (:me, '2026-03-01', ${RATES})`;
const addOwnDays = `INSERT INTO own_days (user_id, id, first_day, last_day, kind, note, created_at, updated_at)
	VALUES (:me, '${randomUUID()}', '2026-03-10', '2026-03-12', 'licencia', '', 1, 1)`;
const addHistory = `INSERT INTO rotation_history (user_id, since, diagram, crew, cycle_start, changed_at)
	VALUES (:me, '2026-03-01', '12horas_general', 'B', NULL, 0)`;

describe("extras are computed again from the day before what is", () => {
	test.each([
		["an agreement, added", [], addAgreement, ["2026-02-28", "9999-12-31"]],
		["its rates", [addAgreement], "UPDATE agreements SET night_percent = 5", ["2026-02-28", "9999-12-31"]],
		[
			"an agreement, earlier",
			[addAgreement],
			"UPDATE agreements SET since = '2026-01-01'",
			["2025-12-31", "9999-12-31"],
		],
		[
			"an agreement, later",
			[addAgreement],
			"UPDATE agreements SET since = '2026-05-01'",
			["2026-02-28", "9999-12-31"],
		],
		["an agreement, deleted", [addAgreement], "DELETE FROM agreements", ["2026-02-28", "9999-12-31"]],
		["own days, added", [], addOwnDays, ["2026-03-09", "2026-03-13"]],
		[
			"own days, earlier",
			[addOwnDays],
			"UPDATE own_days SET first_day = '2026-03-01', last_day = '2026-03-02'",
			["2026-02-28", "2026-03-13"],
		],
		[
			"own days, later",
			[addOwnDays],
			"UPDATE own_days SET first_day = '2026-04-01', last_day = '2026-04-02'",
			["2026-03-09", "2026-04-03"],
		],
		["own days, deleted", [addOwnDays], "DELETE FROM own_days", ["2026-03-09", "2026-03-13"]],
		["an earlier diagram, added", [], addHistory, ["2026-02-28", "9999-12-31"]],
		[
			"an earlier diagram, another",
			[addHistory],
			"UPDATE rotation_history SET crew = 'C'",
			["2026-02-28", "9999-12-31"],
		],
		[
			"an earlier diagram, from another day",
			[addHistory],
			"UPDATE rotation_history SET since = '2026-02-01'",
			["2026-01-31", "9999-12-31"],
		],
		[
			"an earlier diagram, deleted",
			[addHistory],
			"DELETE FROM rotation_history",
			["2026-02-28", "9999-12-31"],
		],
		["the diagram", [], "UPDATE users SET diagram = '12horas_general' WHERE id = :me", ALWAYS],
		["the crew", [], "UPDATE users SET crew = 'B' WHERE id = :me", ALWAYS],
		["the start of the cycle", [], "UPDATE users SET cycle_start = '2026-03-02' WHERE id = :me", ALWAYS],
		["the hours of the diagram", [], "UPDATE diagramas SET hours = hours WHERE id = '4turnos_7dias'", ALWAYS],
		[
			"the hours of an earlier diagram",
			[addHistory],
			"UPDATE diagramas SET hours = hours WHERE id = '12horas_general'",
			ALWAYS,
		],
	])("%s, and those of nobody else", async (_what, before, change, days) => {
		run(before);
		await db.deleteFrom("stale_pay").execute();
		run([change]);
		const [first_day, last_day] = days;
		const marked = await db.selectFrom("stale_pay").select(["user_id", "first_day", "last_day"]).execute();
		expect(marked).toEqual([{ user_id: userId, first_day, last_day }]);
	});

	test("only where there are extras, and not for what decides no pay", async () => {
		run(["UPDATE users SET username = 'otro', crew = 'A' WHERE id = :me"]);
		await db.deleteFrom("extras").execute();
		run([addAgreement, addOwnDays, addHistory]);
		expect(await db.selectFrom("stale_pay").selectAll().execute()).toEqual([]);
	});
});

test("pay computed before a change is not kept, although another computation has taken the mark off meanwhile", async () => {
	run([addAgreement.replace("50, 100", "60, 100")]);
	// The change comes between the end of the first computation and that of the second, which has read its terms.
	run([
		`CREATE TEMP TRIGGER meanwhile AFTER DELETE ON stale_pay BEGIN
			UPDATE agreements SET weekday_percent = 75, updated_at = updated_at + 1 WHERE weekday_percent = 60;
		END`,
	]);
	onTestFinished(() => run(["DROP TRIGGER meanwhile"]));
	await Promise.all([refreshPay(userId), refreshPay(userId)]);
	const stored = db.selectFrom("extras").select("premiums").where("user_id", "=", userId);
	expect(await stored.execute()).toEqual([{ premiums: '{"75":480}' }]);
});

describe("a settled slip notes that hours of its period changed", () => {
	const settle = `INSERT INTO slips (user_id, period_start, period_end, premiums, settled_on, created_at, updated_at)
		VALUES (:me, '2026-03-01', '2026-03-31', '{}', '2026-04-05', 1, 1)`;
	const addExtra = (date: string) => db.insertInto("extras").values(extraRow(userId, { date })).execute();
	const inMarch = "WHERE date = '2026-03-31'";

	test.each([
		["an extra, added", "", true],
		["moved out", `UPDATE extras SET date = '2026-04-01' ${inMarch}`, true],
		["moved in", "UPDATE extras SET date = '2026-03-01' WHERE date = '2026-02-28'", true],
		["with other percentages", `UPDATE extras SET premiums = '{"100":60}' ${inMarch}`, true],
		["with another compensation", `UPDATE extras SET compensation = 'banco' ${inMarch}`, true],
		["deleted", `DELETE FROM extras ${inMarch}`, true],
		["with another comment", `UPDATE extras SET comment = 'x', minutes = minutes ${inMarch}`, false],
		["of a day before it", "DELETE FROM extras WHERE date = '2026-02-28'", false],
	])("%s", async (_what, change, isNoted) => {
		await addExtra("2026-02-28");
		if (change) await addExtra("2026-03-31");
		run([settle]);
		if (change) run([change]);
		else await addExtra("2026-03-31");
		const { changed_at } = await db.selectFrom("slips").select("changed_at").executeTakeFirstOrThrow();
		expect(changed_at !== null).toBe(isNoted);
	});

	test("only if it is settled", async () => {
		run([settle, "UPDATE slips SET settled_on = NULL"]);
		await addExtra("2026-03-31");
		run([`UPDATE extras SET premiums = '{"100":60}' ${inMarch}`, `DELETE FROM extras ${inMarch}`]);
		expect(await db.selectFrom("slips").select("changed_at").execute()).toEqual([{ changed_at: null }]);
	});
});
