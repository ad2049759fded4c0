import { hash, randomUUID } from "node:crypto";
import { cpSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import type { DB } from "db/schema";
import type { Selectable } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { readListPage } from "~/features/extras/list/read-list-page.server";
import { extraRecord } from "~/features/extras/rows/extras.server";
import { refreshAllPay } from "~/features/extras/rows/stale-pay.server";
import { readHolidaysOn } from "~/features/holidays/holidays.server";
import { type OvertimeRules, overtimeRules } from "~/features/law/overtime-rules";
import { db, sqlite } from "~/lib/database/db.server";
import { deleteRecord, restoreRecord } from "~/lib/records/deleted-records.server";
import { action as edit, loader as editPage } from "~/routes/auth.edit-work-overtime.$idFile";
import { loader as list } from "~/routes/auth.work-overtime";
import { formOf, makeUser, signedIn } from "../../support/accounts";
import { seedUser } from "../../support/accounts-on-disk";
import { extraRow, listedRows, paidAt, type RowValues, sumsOf } from "../../support/extras";
import { storedReason } from "../../support/pay";
import { argsFor, responseOf } from "../../support/requests";
import { send } from "../../support/server/http-client";
import { patchedBuild } from "../../support/server/patched-build";
import { startServer } from "../../support/server/server";
import { waitUntil } from "../../support/server/wait-until";
import { temporaryFolder } from "../../support/temporary-folder";
import { evened } from "../../support/texts/evened";

const H = 60;
// EVE (Tuesday) and DAY (Wednesday) are ordinary days. SATURDAY and SUNDAY are in the same week.
const [EVE, DAY] = ["2026-11-10", "2026-11-11"] as const;
const [SATURDAY, SUNDAY] = ["2026-11-14", "2026-11-15"] as const;

/** Overtime rules with a change on DAY: from then on, night lasts from 20:00 to 7:00. */
const newRules: OvertimeRules = [
	overtimeRules[0],
	{
		from: DAY,
		nightStartMinute: 20 * H,
		nightEndMinute: 7 * H,
		saturday100Minute: 13 * H,
		source: "una ley nueva",
	},
];

let userId: string;
beforeEach(async () => {
	await db.deleteFrom("users").execute();
	await db.deleteFrom("extras_splitting").execute();
	userId = (await makeUser()).id;
});

const timed = (date: string, start: number, minutes: number, minutes_night: number) => ({
	date,
	start_minute: start * H,
	minutes,
	minutes_night,
});

async function add(values: RowValues): Promise<string> {
	const row = extraRow(userId, { doubts: '["no-compensation"]', ...values });
	const reason = storedReason(row, await readHolidaysOn());
	await db
		.insertInto("extras")
		.values({ ...row, reason })
		.execute();
	return row.id_file;
}

const rowOf = (idFile: string): Promise<Selectable<DB["extras"]>> =>
	db.selectFrom("extras").selectAll().where("id_file", "=", idFile).executeTakeFirstOrThrow();

describe("a new row in the table of legal rules", () => {
	test("splits the stored extras again from its date on, once, without counting as an edit", async () => {
		await refreshAllPay();
		const before = await add(timed("2026-11-09", 20, 4 * H, 3 * H));
		// By `newRules`, this extra (overtime entry) from 22:00 to 7:00 has nine night hours. By the old rules, it has
		// eight.
		const across = await add({ ...timed(EVE, 22, 9 * H, 8 * H), comment: "queda", edited_at: 7 });
		const after = await add(timed(DAY, 20, 4 * H, 3 * H));
		const kept = await rowOf(across);
		expect(await refreshAllPay()).toBe(0);
		expect(await refreshAllPay(newRules)).toBe(2);
		expect((await rowOf(before)).minutes_night).toBe(3 * H);
		expect(await rowOf(across)).toEqual({ ...kept, minutes_night: 9 * H });
		expect((await rowOf(after)).minutes_night).toBe(4 * H);
		expect(await refreshAllPay(newRules)).toBe(0);
	});

	test("keeps the hours at 50 % and 100 % that the worker has typed, and corrects the night hours", async () => {
		const own = await add({
			...timed(DAY, 20, 4 * H, 3 * H),
			minutes_100: H,
			is_own_split: 1,
			doubts: '["own-split","no-compensation"]',
		});
		const before = await rowOf(own);
		expect(await refreshAllPay(newRules)).toBe(1);
		expect(await rowOf(own)).toEqual({ ...before, minutes_night: 4 * H });
	});

	test("works out again what the release stored that took a swap by an unconfirmed diagram for certain", async () => {
		await db
			.updateTable("users")
			.set({ diagram: "4turnos_7dias", crew: null, cycle_start: EVE })
			.where("id", "=", userId)
			.execute();
		const swap = { user_id: userId, id: randomUUID(), kind: "cambio", crew: "C", note: "" } as const;
		// Crew C has a day off on SUNDAY.
		await db
			.insertInto("own_days")
			.values({ ...swap, first_day: SUNDAY, last_day: SUNDAY, created_at: 1, updated_at: 1 })
			.execute();
		const id = await add(timed(SUNDAY, 6, 4 * H, 0));
		await db.deleteFrom("stale_pay").execute();
		const rules = overtimeRules.map(({ from, saturday100Minute, nightStartMinute, nightEndMinute }) => [
			from,
			saturday100Minute,
			[nightStartMinute, nightEndMinute],
		]);
		const fingerprint = hash("sha256", JSON.stringify([3, rules]));
		await db.insertInto("extras_splitting").values({ id: 1, fingerprint }).execute();
		expect(await refreshAllPay()).toBe(1);
		expect((await rowOf(id)).doubts).toContain("unconfirmed-diagram");
	});

	test("reaches the extras of all others though those of one person cannot be split", async () => {
		const users = [userId, (await makeUser()).id].sort();
		const [bad] = users;
		for (const id of users)
			await db
				.insertInto("extras")
				.values(extraRow(id, timed(DAY, 20, 4 * H, 3 * H)))
				.execute();
		sqlite.exec(
			`CREATE TEMP TRIGGER broken AFTER UPDATE ON extras WHEN new.user_id = '${bad}' BEGIN SELECT RAISE(ABORT, 'disk'); END`,
		);
		try {
			await expect(refreshAllPay(newRules)).rejects.toThrow("disk");
		} finally {
			sqlite.exec("DROP TRIGGER broken");
		}
		expect(await db.selectFrom("stale_pay").select("user_id").execute()).toEqual([{ user_id: bad }]);
	});

	test("also splits deleted extras that are restored later", async () => {
		const id = await add(timed(DAY, 20, 4 * H, 3 * H));
		await deleteRecord(extraRecord, { userId, id });
		await refreshAllPay(newRules);
		expect(await restoreRecord(extraRecord, { userId, id })).toBeUndefined();
		expect(await refreshAllPay(newRules)).toBe(1);
		expect((await rowOf(id)).minutes_night).toBe(4 * H);
	});

	test("is applied in small steps, between which other requests are served, and continues after a failure", async () => {
		for (let n = 0; n < 1000; n++) await add({ ...timed(DAY, 20, 4 * H, 3 * H), created_at: n });
		const { id_file: bad } = await db
			.selectFrom("extras")
			.select("id_file")
			.orderBy("created_at")
			.offset(700)
			.limit(1)
			.executeTakeFirstOrThrow();
		const done = () => sqlite.prepare("SELECT count(*) FROM extras WHERE minutes_night = 240").pluck().get();
		sqlite.exec(
			`CREATE TEMP TRIGGER broken AFTER UPDATE ON extras WHEN new.id_file = '${bad}' BEGIN SELECT RAISE(ABORT, 'disk'); END`,
		);
		try {
			const seen = new Set<unknown>();
			const working = refreshAllPay(newRules).catch((error: unknown) => error);
			let isWorking = true;
			void working.finally(() => {
				isWorking = false;
			});
			while (isWorking) {
				await db.selectFrom("users").select("id").execute();
				seen.add(done());
				await new Promise((resolve) => setImmediate(resolve));
			}
			expect(String(await working)).toContain("disk");
			expect(seen.size).toBeGreaterThan(2);
			// The recalculation saves steps of 50 extras, each completely or not at all.
			expect([...seen].every((count) => Number(count) % 50 === 0)).toBe(true);
			expect(done()).toBe(700);
		} finally {
			sqlite.exec("DROP TRIGGER broken");
		}
		expect(await refreshAllPay(newRules)).toBe(300);
		expect(done()).toBe(1000);
	});
});

describe("an extra stored without a start time that depends on the hour", () => {
	const old = { start_minute: null, minutes: 8 * H, minutes_night: null };
	let night: string;
	let saturday: string;
	let afternoon: string;
	let common: string;
	beforeEach(async () => {
		night = await add({ ...old, date: SUNDAY, minutes_100: 8 * H });
		saturday = await add({ ...old, date: SATURDAY, shift: "M", minutes_unclassified: 8 * H });
		afternoon = await add({ ...old, date: SUNDAY, shift: "T", minutes_100: 8 * H });
		common = await add({ ...old, date: EVE });
		await add({ ...old, date: SUNDAY, minutes_100: 2 * H, is_own_split: 1 });
	});

	test("is unclassified and marked for review, unless the worker has seen it unclassified", async () => {
		const [first, ...others] = await Promise.all([night, saturday, afternoon, common].map(rowOf));
		await refreshAllPay();
		expect(await rowOf(night)).toEqual({
			...first,
			...paidAt(0, 0, 8 * H),
			doubts: '["to-review","unclassified","no-compensation"]',
			reason: expect.stringContaining("sin clasificar porque depende de la hora"),
			needs_review: 1,
		});
		expect(await Promise.all([saturday, afternoon, common].map(rowOf))).toEqual(
			others.map((row, index) => ({
				...row,
				doubts: index === 0 ? '["unclassified","no-compensation"]' : row.doubts,
			})),
		);
	});

	test("is said to need a review by its form too, before a list was read", async () => {
		const days = { first_day: SUNDAY, last_day: SUNDAY };
		await db
			.insertInto("marked_stale_pay")
			.values({ user_id: userId, ...days })
			.execute();
		const headers = await signedIn({ id: userId });
		const page = await responseOf(() => editPage(argsFor("/", { idFile: night }, { headers })));
		expect((await page.json()).needsReview).toBe(true);
	});

	test("is linked from the list with its stored hours, and loses the mark when it is saved", async () => {
		await db.updateTable("users").set({ diagram: "3turnos" }).where("id", "=", userId).execute();
		const headers = await signedIn({ id: userId });
		const read = async (query = "") =>
			evened(
				await (await responseOf(() => list(argsFor(`/auth/work-overtime${query}`, {}, { headers })))).json(),
			);
		await refreshAllPay();
		expect((await read()).page.toReview).toBe(1);
		const { page } = await read("?review=1");
		const { card }: Awaited<ReturnType<typeof readListPage>> = page;
		const extras = listedRows({ page });
		expect(extras.map(({ idFile }) => idFile)).toEqual([night]);
		expect(extras.map(({ mark }) => mark)).toEqual(["revisar"]);
		expect(card && sumsOf(card)).toBe("8 h · 8 sin clasificar\u00A0?");
		expect(card?.more.split("\n")).toEqual(
			expect.arrayContaining(["Extras: 1", "Para revisar (1 extra): falta la hora de entrada."]),
		);
		expect(extras[0]?.text).toContain("8 h sin clasificar porque depende de la hora");

		const fields = { hour: "8", date: SUNDAY, shift: "N" };
		const save = (more = {}) => {
			const form = formOf({ ...fields, ...more }, headers);
			return responseOf(() => edit(argsFor(`/auth/edit-work-overtime/${night}`, { idFile: night }, form)));
		};
		// Another extra has the same day and shift, so the form asks first.
		const { asked } = (await (await save()).json()).answer;
		expect((await save({ asked })).status).toBe(303);
		expect(await rowOf(night)).toMatchObject({
			start_minute: 22 * H,
			is_start_proposed: 1,
			...paidAt(6 * H, 2 * H),
			needs_review: 0,
		});
		expect((await read()).page.toReview).toBe(0);
	});
});

test("a killed server continues at the next start where it stopped, and responds meanwhile", async () => {
	// This build has a new overtime rule. It recalculates extras right after the start, ten per step.
	const build = patchedBuild(
		["var STEP_EXTRAS = 50;", "var STEP_EXTRAS = 10;"],
		["AFTER_START_MS = 5e3", "AFTER_START_MS = 1"],
		// Ends the first server in the middle of a step.
		[
			/let end\d* = rows\d*\.at\(-1\)/,
			'if (globalThis.steps = (globalThis.steps ?? 0) + 1, globalThis.steps === Number(process.env.KILL_AT_STEP)) process.kill(process.pid, "SIGKILL"); $&',
		],
		[
			/(nightEndMinute: 6 \* 60,\s+source: "[^"]+"\s+\})/,
			'$1, { from: "2026-11-11", saturday100Minute: 780, nightStartMinute: 1200, nightEndMinute: 420, source: "" }',
		],
	);
	const folder = temporaryFolder();
	const settings = { DATABASE_PATH: join(folder, "relevo.sqlite") };
	cpSync(process.env.BASE_DATABASE ?? "", settings.DATABASE_PATH);
	const person = seedUser(settings.DATABASE_PATH);
	const file = new SQLite(settings.DATABASE_PATH, { timeout: 5000 });
	const COUNT = 3000;
	const row = extraRow(person.id, timed(DAY, 20, 4 * H, 3 * H));
	const insert = file.prepare(
		`INSERT INTO extras (${Object.keys(row).join(", ")}) VALUES (${Object.keys(row).map((name) => `@${name}`)})`,
	);
	file.transaction(() => {
		for (let n = 0; n < COUNT; n++) insert.run({ ...row, id_file: randomUUID(), created_at: n });
	})();
	const done = () =>
		Number(file.prepare("SELECT count(*) FROM extras WHERE minutes_night = 240").pluck().get());

	// It may end before it listens.
	const killed = await startServer({ ...settings, KILL_AT_STEP: "30" }, build).catch(() => undefined);
	await waitUntil(() => killed?.process.signalCode !== null, "it is gone");
	const half = done();
	const cursor = file.prepare("SELECT after_created_at FROM stale_pay").pluck().get();
	expect(half).toBe(290);
	expect(file.prepare("SELECT count(*) FROM extras WHERE created_at <= ?").pluck().get(cursor)).toBe(half);

	const again = await startServer(settings, build);
	const answer = await send(again.origin, "/auth/my-days", { headers: { cookie: person.cookie } });
	expect(answer.status).toBe(200);
	await waitUntil(() => again.output().includes("extras_reclassified"), "all are done");
	expect(done()).toBe(COUNT);
	expect(again.output()).toContain(`"written":${COUNT - half}`);
	file.close();
	await again.stop();
});
