import SQLite from "better-sqlite3";
import { expect, test } from "vitest";
import { db, sqlite } from "~/lib/database/db.server";
import { insertEverywhere } from "../support/server/rows-everywhere";

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

/** Changes of one row, by table, that make it wrong. A migration that builds a table anew must not lose a rule. */
const wrongRows: Readonly<Record<string, readonly string[]>> = {
	diagramas: [
		"cycle = 'MMF'",
		"crews = 6, offset_days = 1, cycle = 'MTNDFF'",
		"anchor = '1/3/2026'",
		"hours = 'M'",
		"closed_weekdays = '[7'",
	],
	diagram_pictures: ["period = '2027-3'", "width = 0", "height = 0"],
	feriados: ["date = '1/3/2026'", "name = ''", "kind = 'asueto'", "confirmed = 2"],
	users: [
		"id = 'x'",
		"email = upper(email)",
		"provider_auth = 'OTRA'",
		"photo = '../x'",
		"crew = 'F'",
		"auto_diagram = 2",
		"auto_opening = 'home'",
		"plant_number = ''",
		"pay_period = 'closing-32'",
		"own_cycle = 'MMFF'",
		"expiry_reminders = 2",
		"shift_notices = 2",
		"diagram_notices = 2",
	],
	mail_tokens: ["purpose = 'delete'"],
	mail_codes: ["purpose = 'reset'"],
	sent_notices: ["kind = 'otro'"],
	documents: [
		"id_file = 'x'",
		"title = printf('%44d', 1)",
		"expires_on = '1/3/2026'",
		"reminded_days = 8",
		"category = 'x'",
		"at_hand = 2",
	],
	document_images: ["id = 'x'", "id_file = 'x'", "sha256 = 'x'"],
	extras: [
		"date = '1/3/2026'",
		"id_file = 'x'",
		"minutes = 0, minutes_night = NULL",
		"minutes = 961",
		"shift = 'm'",
		"start_minute = 1440",
		"compensation = 'nada'",
		"premiums = '{'",
		"doubts = '['",
		"minutes_night = minutes + 1",
		"is_own_split = 2",
		"is_start_proposed = 1, start_minute = NULL",
		"needs_review = 2",
	],
	own_days: [
		"first_day = '1/3/2026'",
		"last_day = '2026-02-28'",
		"id = 'x'",
		"kind = 'enfermo'",
		"kind = 'cambio'",
		"crew = 'A'",
		"kind = 'banco'",
		"bank_minutes = 60",
		"kind = 'banco', bank_minutes = 0",
	],
	changed_days: ["date = '1/3/2026'"],
	rotation_history: ["since = '1/3/2026'"],
	calendar_feeds: ["alarms = 'todas'"],
	hour_values: ["since = '1/3/2026'", "centavos = 0", "divisor = 0"],
	agreements: [
		"since = '1/3/2026'",
		"name = 'otro'",
		"weekday_percent = 301",
		"night_percent = -1",
		"day_off = '0'",
	],
	slips: [
		"period_start = '1/3/2026'",
		"period_end = '2026-02-28'",
		"days_off = -1",
		"amount = -1",
		"settled_on = '1/3/2026'",
		"premiums = '{'",
		"settled_premiums = '{'",
	],
	deleted_records: ["content = '{'"],
};

const OF_ONE_PERSON = "user_id = (SELECT min(id) FROM users)";
const SAME_KEY = "printf('%36d', 1)";
/** Changes of two rows, by table, that give both what one alone may have. */
const sameRows: Readonly<Record<string, readonly string[]>> = {
	diagramas: ["position = 1000"],
	diagram_pictures: ["file = 'x'"],
	users: ["email = 'x@planta.example'", `photo = ${SAME_KEY}`],
	provider_accounts: ["subject = 'x'"],
	calendar_feeds: ["secret_hash = 'x'"],
	push_subscriptions: ["endpoint = 'x'"],
	documents: [`${OF_ONE_PERSON}, id_file = ${SAME_KEY}`],
	document_images: [`${OF_ONE_PERSON}, id_file = ${SAME_KEY}, sha256 = printf('%64d', 1)`],
	extras: [`${OF_ONE_PERSON}, id_file = ${SAME_KEY}`],
	own_days: [`${OF_ONE_PERSON}, id = ${SAME_KEY}`],
	rotation_history: [`${OF_ONE_PERSON}, since = '2026-03-01'`],
	hour_values: [`${OF_ONE_PERSON}, since = '2026-03-01'`],
	agreements: [`${OF_ONE_PERSON}, since = '2026-03-01'`],
	slips: [`${OF_ONE_PERSON}, period_start = '2026-03-01'`],
};

test("the database itself refuses wrong values and a second row of what there is once, whatever the program writes", () => {
	for (const number of [1, 2]) insertEverywhere(sqlite.name, number);
	for (const [rule, rows] of [["CHECK", wrongRows] as const, ["UNIQUE", sameRows] as const]) {
		for (const [table, changes] of Object.entries(rows)) {
			for (const change of changes) {
				const refused = () => sqlite.exec(`UPDATE ${table} SET ${change}`);
				expect(refused, `${table}: ${change}`).toThrow(`${rule} constraint failed`);
			}
		}
	}
});
