import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import SQLite, { SqliteError } from "better-sqlite3";
import type { DB } from "db/schema";
import type { Insertable } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { extraRecord } from "~/features/extras/rows/extras.server";
import { refreshAllPay, refreshPay } from "~/features/extras/rows/stale-pay.server";
import { importExtras } from "~/features/extras-import/import-extras.server";
import type { ReadExtra } from "~/features/extras-import/read-extras.server";
import { type Holiday, proposeHolidays } from "~/features/holidays/holiday-rule";
import { readHolidaysOn } from "~/features/holidays/holidays.server";
import { db, sqlite, waitWithoutBlocking } from "~/lib/database/db.server";
import { env } from "~/lib/env.server";
import { deleteRecord, restoreRecord } from "~/lib/records/deleted-records.server";
import { addDays, type CivilDate, weekdayOf } from "~/lib/time/civil-date";
import { action } from "~/routes/auth.work-overtime_.add-work-overtime";
import {
	deleteHolidayAndReclassify,
	saveHolidaysAndReclassify,
} from "../../../scripts/operator/change-holidays";
import { formOf, makeUser, signedIn } from "../../support/accounts";
import { extraFields, paidAt } from "../../support/extras";
import { splitByLaw, storedReason } from "../../support/pay";
import { argsFor, responseOf } from "../../support/requests";
import { planOf, watchStatements } from "../../support/statements";

const H = 60;
// Three ordinary days, Tuesday to Thursday, in a year whose holidays are stored.
const [EVE, DAY, DAY_AFTER] = ["2026-11-10", "2026-11-11", "2026-11-12"] as const;

const holiday = (date: CivilDate, more: Partial<Holiday> = {}): Holiday => ({
	date,
	name: "Feriado puente",
	kind: "feriado",
	confirmed: true,
	source: "Decreto 1/2026",
	...more,
});

const save = (...holidays: Holiday[]) => saveHolidaysAndReclassify(holidays);
const remove = (date: CivilDate, name = "Feriado puente") => deleteHolidayAndReclassify(date, name);

let userId: string;
beforeEach(async () => {
	await db.deleteFrom("users").execute();
	await db.deleteFrom("feriados").where("name", "=", "Feriado puente").execute();
	await db.deleteFrom("feriados").where("date", ">=", "2028-01-01").execute();
	userId = (await makeUser()).id;
});

/**
 * Adds an extra, by default from 22:00 to 06:00, as the form would save it.
 * @returns its `idFile`
 */
async function add(date: CivilDate, values: Partial<Insertable<DB["extras"]>> = {}): Promise<string> {
	const { minutes = 8 * H, start_minute = 22 * H, shift = "N" } = values;
	const holidaysOn = await readHolidaysOn();
	const split = splitByLaw({ date, minutes, shift, startMinute: start_minute }, holidaysOn);
	const id_file = randomUUID();
	const row: Insertable<DB["extras"]> = {
		user_id: userId,
		date,
		created_at: 1,
		id_file,
		minutes,
		shift: "N",
		comment: null,
		start_minute,
		compensation: null,
		...paidAt(split.minutes50, split.minutes100, split.minutesUnclassified),
		doubts: '["no-compensation"]',
		minutes_night: split.minutesNight,
		is_own_split: 0,
		edited_at: null,
		...values,
	};
	await db
		.insertInto("extras")
		.values({ ...row, reason: storedReason(row, holidaysOn) })
		.execute();
	return id_file;
}

async function hoursOf(idFile: string): Promise<[number, number]> {
	const row = await db
		.selectFrom("extras")
		.select("premiums")
		.where("id_file", "=", idFile)
		.executeTakeFirstOrThrow();
	const premiums: Record<string, number> = JSON.parse(row.premiums);
	return [(premiums[50] ?? 0) / H, (premiums[100] ?? 0) / H];
}

const IMPORTED: ReadExtra = {
	line: 1,
	date: EVE,
	minutes: 8 * H,
	shift: "N",
	startMinute: 22 * H,
	minutes50: undefined,
	minutes100: undefined,
	isStartProposed: false,
	cells: [],
};

async function saveForm(headers: { Cookie: string }): Promise<void> {
	const form = formOf(extraFields({ date: EVE, startTime: "22:00" }), headers);
	expect(
		await responseOf(() => action(argsFor("/auth/work-overtime/add-work-overtime", {}, form))),
	).toRedirectTo(/./);
}

const everything = () => sqlite.prepare("SELECT * FROM extras ORDER BY id_file").all();

describe("a change of holidays", () => {
	test("gives the 22–06 extra of the day before 2 h at 50 % and 6 h at 100 %, and 8 h at 50 % again when the holiday is removed", async () => {
		const eve = await add(EVE);
		expect(await hoursOf(eve)).toEqual([8, 0]);
		await save(holiday(DAY));
		expect(await hoursOf(eve)).toEqual([2, 6]);
		expect(await remove(DAY)).toBe(true);
		expect(await hoursOf(eve)).toEqual([8, 0]);
	});

	test("that is stored says so when the extras cannot be computed again, which the server does later", async () => {
		const eve = await add(EVE);
		sqlite.function("fail_full", { directOnly: false }, () => {
			throw new SqliteError("database or disk is full", "SQLITE_FULL");
		});
		sqlite.exec("CREATE TEMP TRIGGER fails BEFORE UPDATE ON extras BEGIN SELECT fail_full(); END");
		const stored = /^Los feriados se guardaron, pero falta recalcular extras \(SQLITE_FULL\): [^\n]+$/;
		await expect(save(holiday(DAY)).finally(() => sqlite.exec("DROP TRIGGER fails"))).rejects.toThrow(stored);
		await refreshAllPay();
		expect(await hoursOf(eve)).toEqual([2, 6]);
	});

	test.each([
		["of a form", saveForm],
		["of an import", () => importExtras(userId, [IMPORTED])],
	])("also gives it to the entry %s that waits for it to be saved", async (_name, saveWaiting) => {
		const headers = await signedIn({ id: userId });
		waitWithoutBlocking();
		const command = new SQLite(env.DATABASE_PATH);
		command.exec(`BEGIN IMMEDIATE;
			INSERT INTO feriados VALUES ('${DAY}', 'Feriado puente', 'feriado', 1, 'Decreto 1/2026');
			INSERT OR REPLACE INTO changed_holidays VALUES ('${DAY}', ${Date.now()})`);
		const saved = saveWaiting(headers);
		await setTimeout(300);
		command.exec("COMMIT");
		command.close();
		await saved;
		await refreshPay(userId);
		const { premiums } = await db.selectFrom("extras").select("premiums").executeTakeFirstOrThrow();
		expect({ premiums }).toEqual(paidAt(2 * H, 6 * H));
	});

	test("gives it to each person, and not to another's extra that has the same id", async () => {
		const id_file = randomUUID();
		await add(EVE);
		await add(EVE, { id_file });
		userId = (await makeUser()).id;
		await add(EVE);
		await add(DAY_AFTER, { id_file });
		await save(holiday(DAY));
		const paid = await db.selectFrom("extras").select("premiums").orderBy("date").execute();
		expect(paid).toEqual([...Array(3).fill(paidAt(2 * H, 6 * H)), paidAt(8 * H)]);
	});

	test("also reclassifies deleted extras that are restored later", async () => {
		const eve = await add(EVE);
		await deleteRecord(extraRecord, { userId, id: eve });
		await save(holiday(DAY));
		expect(await restoreRecord(extraRecord, { userId, id: eve })).toBeUndefined();
		await refreshPay(userId);
		expect(await hoursOf(eve)).toEqual([2, 6]);
	});

	test("reclassifies the day itself, with and without a start time, but not other days around it", async () => {
		const [timed, whole] = [
			await add(DAY, { start_minute: 6 * H }),
			await add(DAY, { start_minute: null, shift: "M" }),
		];
		const night = await add(DAY);
		const others = [await add(DAY_AFTER), await add(addDays(EVE, -1))];
		await save(holiday(DAY));
		expect([await hoursOf(timed), await hoursOf(whole), await hoursOf(night)]).toEqual([
			[0, 8],
			[0, 8],
			[6, 2],
		]);
		for (const other of others) expect(await hoursOf(other)).toEqual([8, 0]);
	});

	test("classifies an extra on a Saturday without a start time, and unclassifies it when the holiday is removed", async () => {
		const saturday = "2026-11-14";
		expect(weekdayOf(saturday)).toBe(6);
		const extra = await add(saturday, { start_minute: null });
		await save(holiday(saturday));
		expect(await hoursOf(extra)).toEqual([0, 8]);
		await remove(saturday);
		expect(await db.selectFrom("extras").select("premiums").executeTakeFirst()).toEqual(paidAt(0, 0, 8 * H));
	});

	test("leaves a night without a start time unclassified and marks it for review", async () => {
		const night = await add(EVE, { start_minute: null });
		const marked = () => db.selectFrom("extras").select("needs_review").executeTakeFirst();
		expect([await hoursOf(night), await marked()]).toEqual([[8, 0], { needs_review: 0 }]);
		await save(holiday(DAY));
		expect([await hoursOf(night), await marked()]).toEqual([[0, 0], { needs_review: 1 }]);
		// It stays marked however often its pay is worked out, until the worker has seen it.
		const always = { first_day: "0000-01-01", last_day: "9999-12-31" };
		await db
			.insertInto("marked_stale_pay")
			.values({ user_id: userId, ...always })
			.execute();
		await refreshPay(userId);
		expect(await marked()).toEqual({ needs_review: 1 });
		await remove(DAY);
		expect([await hoursOf(night), await marked()]).toEqual([[8, 0], { needs_review: 0 }]);
	});

	test("to the kind 'no laborable' or 'gremial' makes the day an ordinary day", async () => {
		const extra = await add(DAY, { start_minute: 6 * H });
		await save(holiday(DAY));
		await save(holiday(DAY, { kind: "no_laborable" }));
		expect(await hoursOf(extra)).toEqual([8, 0]);
		await save(holiday(DAY, { kind: "gremial" }));
		expect(await hoursOf(extra)).toEqual([8, 0]);
	});

	test("on 1 January reclassifies extras of 31 December", async () => {
		await save(holiday("2028-07-03"));
		const newYearsEve = await add("2027-12-31");
		expect(await hoursOf(newYearsEve)).toEqual([8, 0]);
		await save(holiday("2028-01-01"));
		expect(await hoursOf(newYearsEve)).toEqual([2, 6]);
	});

	test("keeps a split that the worker has typed", async () => {
		const own = await add(EVE, { ...paidAt(5 * H, 3 * H), is_own_split: 1 });
		await save(holiday(DAY), holiday(EVE));
		expect(await hoursOf(own)).toEqual([5, 3]);
		await remove(DAY);
		expect(await hoursOf(own)).toEqual([5, 3]);
	});

	test("keeps a split that the worker has typed, but doubts its union day as any other's", async () => {
		await add(EVE, { ...paidAt(5 * H, 3 * H), is_own_split: 1 });
		const doubts = async () => (await db.selectFrom("extras").select("doubts").execute())[0]?.doubts;
		await save(holiday(DAY, { kind: "gremial" }));
		expect(await doubts()).toBe('["own-split","no-agreement-on-union-day","no-compensation"]');
		await remove(DAY);
		expect(await doubts()).toBe('["own-split","no-compensation"]');
	});

	test("changes only the split and its reason, and does not count as an edit", async () => {
		await add(EVE, { comment: "cubrí a un compañero", edited_at: 7 });
		const [before] = everything();
		await save(holiday(DAY));
		const reason = expect.stringContaining("es feriado (Feriado puente)");
		expect(everything()).toEqual([{ ...Object(before), ...paidAt(2 * H, 6 * H), reason }]);
	});

	test("writes no extra when no kind of day changes", async () => {
		await save(holiday(DAY));
		await add(EVE);
		sqlite.exec("CREATE TEMP TRIGGER written AFTER UPDATE ON extras BEGIN SELECT RAISE(ABORT, 'x'); END");
		try {
			await save(holiday(DAY, { source: "Decreto 2/2026" }));
			expect(await remove(DAY, "No está")).toBe(false);
		} finally {
			sqlite.exec("DROP TRIGGER written");
		}
	});
});

describe("a year without stored holidays", () => {
	const YEAR = 2029;
	const proposed = proposeHolidays(YEAR).filter(
		({ kind, date }) => kind === "feriado" && weekdayOf(date) < 6,
	);
	const [first, ...rest] = proposed;

	test("loses its computed holidays when its first row is stored, and gets them back when the last row is removed", async () => {
		if (!first) throw new Error("no holiday of the year is on a working day");
		const extras = await Promise.all(proposed.map(({ date }) => add(date, { start_minute: 6 * H })));
		const added = await add(`${YEAR}-11-14`, { start_minute: 6 * H });
		const all = () => Promise.all(extras.map(hoursOf));
		expect(await all()).toEqual(proposed.map(() => [0, 8]));

		await save(holiday(first.date), holiday(`${YEAR}-11-14`));
		expect(await all()).toEqual([[0, 8], ...rest.map(() => [8, 0])]);
		expect(await hoursOf(added)).toEqual([0, 8]);

		await remove(`${YEAR}-11-14`);
		expect(await all()).toEqual([[0, 8], ...rest.map(() => [8, 0])]);
		await remove(first.date);
		expect(await all()).toEqual(proposed.map(() => [0, 8]));
		expect(await hoursOf(added)).toEqual([8, 0]);
	});

	test("leaves the years around it unchanged", async () => {
		const before = await add(`${YEAR - 1}-05-25`, { start_minute: 6 * H });
		const after = await add(`${YEAR + 1}-05-01`, { start_minute: 6 * H });
		await save(holiday(`${YEAR}-11-14`));
		expect([await hoursOf(before), await hoursOf(after)]).toEqual([
			[0, 8],
			[0, 8],
		]);
	});
});

describe("many extras", () => {
	/** Adds `count` extras from 22:00 to 06:00, on the dates in turn. */
	function addMany(count: number, ...dates: CivilDate[]): void {
		const insert = sqlite.prepare(
			`INSERT INTO extras (user_id, date, created_at, id_file, minutes, shift, start_minute, premiums, minutes_night, is_own_split)
			VALUES (?, ?, ?, ?, 480, 'N', 1320, '{"50":480}', 480, 0)`,
		);
		sqlite.transaction(() => {
			for (let n = 0; n < count; n++)
				insert.run(userId, dates[n % dates.length], Math.floor(n / 7), randomUUID());
		})();
	}

	const splits = () =>
		sqlite
			.prepare(
				`SELECT date, ifnull(premiums ->> '50', 0) / 60 AS h50, ifnull(premiums ->> '100', 0) / 60 AS h100,
					count(*) AS n FROM extras GROUP BY 1, 2, 3 ORDER BY 1`,
			)
			.all();

	test("are all reclassified by one import: 5,000, many with equal date and time of creation", async () => {
		addMany(5000, EVE, DAY, EVE, EVE, DAY_AFTER);
		await save(holiday(DAY));
		expect(splits()).toEqual([
			{ date: EVE, h50: 2, h100: 6, n: 3000 },
			{ date: DAY, h50: 6, h100: 2, n: 1000 },
			{ date: DAY_AFTER, h50: 8, h100: 0, n: 1000 },
		]);
	});

	test("are all reclassified for each of two people, in steps that are one person's", async () => {
		addMany(120, EVE);
		userId = (await makeUser()).id;
		addMany(120, EVE);
		await save(holiday(DAY));
		expect(splits()).toEqual([{ date: EVE, h50: 2, h100: 6, n: 240 }]);
	});

	test("are done from where it stopped, when one extra could not be written", async () => {
		addMany(1200, EVE);
		const last = await db
			.selectFrom("extras")
			.select("id_file")
			.orderBy("created_at", "desc")
			.orderBy("id_file", "desc")
			.executeTakeFirstOrThrow();
		sqlite.exec(
			`CREATE TEMP TRIGGER broken AFTER UPDATE ON extras WHEN new.id_file = '${last.id_file}' BEGIN SELECT RAISE(ABORT, 'disk'); END`,
		);
		await expect(save(holiday(DAY))).rejects.toThrow("disk");
		sqlite.exec("DROP TRIGGER broken");
		// Steps of 50: the last one, with the broken extra, is undone as a whole.
		expect(splits()).toEqual([
			{ date: EVE, h50: 2, h100: 6, n: 1150 },
			{ date: EVE, h50: 8, h100: 0, n: 50 },
		]);
		await refreshPay(userId);
		expect(splits()).toEqual([{ date: EVE, h50: 2, h100: 6, n: 1200 }]);
	});

	test("are read and written by index, in pages without sorting", async () => {
		addMany(1200, EVE);
		const statements = watchStatements();
		await save(holiday(DAY));
		const texts = statements.end().map(({ text }) => text);
		const asked = new Set(texts.filter((text) => text.includes("extras")));
		const plans = [...asked].flatMap((text) => planOf(text));
		expect(plans).toContainEqual(
			expect.stringMatching(/^SEARCH extras USING COVERING INDEX extras_by_date \(date=\?/),
		);
		expect(plans.filter((plan) => /SCAN extras$|USE TEMP B-TREE FOR (LAST|ORDER)/.test(plan))).toEqual([]);
	});
});
