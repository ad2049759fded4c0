import { describe, expect, onTestFinished, test, vi } from "vitest";
import { findUserById } from "~/features/auth/users.server";
import { csvOf } from "~/features/extras/list/exported-extras.server";
import { sumExtras } from "~/features/extras/list/extra-sums.server";
import { MAX_ON_SHEET } from "~/features/extras/list/extras-list.server";
import type { ExtrasFilter } from "~/features/extras/list/filter";
import { readSheet } from "~/features/pay/sheet/sheet.server";
import { db, sqlite } from "~/lib/database/db.server";
import { placeholders } from "~/lib/explained";
import { addDays } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { makeUser } from "../../support/accounts";
import { extraRow, insertExtras } from "../../support/extras";
import { countPauses } from "../../support/pauses";
import { evened } from "../../support/texts/evened";

test("other requests run between reading and rendering the largest sheet, and every 100 extras of an export", async () => {
	const { id } = await makeUser();
	insertExtras(sqlite, id, MAX_ON_SHEET);
	const user = await findUserById(id);
	if (!user) throw new Error("no user");
	const sheet = await countPauses(() => readSheet(user, {}, true));
	expect(sheet.result.sums.count).toBe(MAX_ON_SHEET);
	expect(sheet.pauses).toBeGreaterThan(1);
	const days = { start: "2026-01-01", end: "2026-12-31" };
	expect((await readSheet(user, days, false)).days).toEqual(days);

	const exported = await countPauses(async () => {
		const { content } = await csvOf(id, {}, "2026-11-20");
		return (await new Response(content).text()).split("\r\n").length;
	});
	expect(exported.result).toBe(MAX_ON_SHEET + 2);
	expect(exported.pauses).toBeGreaterThan(MAX_ON_SHEET / 100);

	// A sheet that cannot show all ends with its last extra.
	await db
		.insertInto("extras")
		.values(extraRow(id, { date: "2026-12-01" }))
		.execute();
	expect((await readSheet(user, days, false)).days).toEqual({ ...days, end: "2026-11-20" });
});

test("a sheet that cannot show all extras of a day ends with the day before", async () => {
	const { id } = await makeUser();
	insertExtras(sqlite, id, MAX_ON_SHEET - 1);
	const user = await findUserById(id);
	if (!user) throw new Error("no user");
	const next = [extraRow(id, { date: "2026-11-21" }), extraRow(id, { date: "2026-11-21" })];
	await db.insertInto("extras").values(next).execute();
	const { days, sums, matching } = await readSheet(user, { start: "2026-11-01", end: "2026-11-30" }, false);
	expect(days).toEqual({ start: "2026-11-01", end: "2026-11-20" });
	expect([sums.count, matching]).toEqual([MAX_ON_SHEET - 1, MAX_ON_SHEET + 1]);
});

describe("the sheet", () => {
	const userWith = async (...extras: Parameters<typeof extraRow>[1][]) => {
		const { id } = await makeUser();
		const rows = extras.map((values) => extraRow(id, values));
		if (rows.length > 0) await db.insertInto("extras").values(rows).execute();
		const user = await findUserById(id);
		if (!user) throw new Error("no user");
		return user;
	};

	test.each([
		["without dates from its first to its last extra", {}, { start: "2026-11-03", end: "2026-11-20" }],
		["from a day on", { start: "2026-11-01" }, { start: "2026-11-01", end: "2026-11-20" }],
		["up to a day", { end: "2026-11-30" }, { start: "2026-11-03", end: "2026-11-30" }],
		["without extras and without one of its dates", { start: "2026-11-21" }, null],
	])("%s", async (_, filter, days) => {
		const user = await userWith({ date: "2026-11-20" }, { date: "2026-11-03" });
		expect((await readSheet(user, filter, false)).days).toEqual(days);
	});

	test("says in a message whose it is, as far as that is known", async () => {
		const user = await userWith({ date: "2026-11-20" });
		const who = async (realName: string, plantNumber: string | null) => {
			const { name, summary } = await readSheet({ ...user, realName, plantNumber }, {}, false);
			return [name, summary.split("\n")[1]];
		};
		const first = expect.stringMatching(/^vie 20\/11\/2026/);
		expect(await who("Ana Paz", "20.417")).toEqual(["Ana Paz", "Ana Paz, legajo 20.417"]);
		expect(await who("Ana Paz", null)).toEqual(["Ana Paz", "Ana Paz"]);
		expect(await who(placeholders.realName, "20.417")).toEqual([null, "legajo 20.417"]);
		expect(await who("", null)).toEqual([null, first]);
	});

	test("says which of its extras a slip does not pay, or not yet", async () => {
		const next = addDays(plantToday(), 1);
		const user = await userWith(
			{ date: "2026-11-02", compensation: "pago" },
			{ date: "2026-11-03", compensation: "franco" },
			{ date: "2026-11-04", compensation: "banco" },
			{ date: "2026-11-05", compensation: "banco", minutes: 60 },
			{ date: next },
		);
		const summary = async (filter: ExtrasFilter) => (await readSheet(user, filter, false)).summary;
		const included = (text: string) => evened(text).match(/^Incluye .*/gm);
		const whole = await summary({});
		expect(included(whole)).toEqual([
			"Incluye 1 extra (8 h), con franco en lugar de pago.",
			"Incluye 2 extras (9 h), con banco de horas en lugar de pago.",
			"Incluye 1 extra que todavía no terminó.",
		]);
		expect(evened(whole)).toMatch(/\n(Incluye .*\n?){3}$/);
		expect(included(await summary({ end: "2026-11-02" }))).toBeNull();
	});

	test("takes an extra for ended when the list does, to the minute", async () => {
		onTestFinished(() => void vi.useRealTimers());
		vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-29T15:00:00-03:00") });
		const user = await userWith(
			...["2026-11-28", "2026-11-29", "2026-11-30"].flatMap((date) => [
				{ date },
				...[420, 421].map((start_minute) => ({ date, start_minute })),
				...[1380, 1381].map((start_minute) => ({ date, start_minute, minutes: 960 })),
			]),
		);
		for (const end of ["2026-11-28", "2026-11-29", "2026-11-30"]) {
			const { sums } = await readSheet(user, { end }, false);
			expect(sums.planned).toBe((await sumExtras(user.id, { end })).planned);
		}
	});

	test("gives a page of an extra only what it prints", async () => {
		const plain = {
			date: "2026-11-02",
			minutes: 480,
			shift: "N",
			premiums: { 50: 480 },
			comment: null,
			startMinute: null,
			compensation: null,
			minutesNight: null,
			isStartProposed: false,
			doubts: [],
		};
		const user = await userWith(
			{ date: "2026-11-02", is_start_proposed: 0 },
			{
				date: "2026-11-03",
				comment: "parada",
				start_minute: 1320,
				compensation: "pago",
				minutes_night: 420,
				is_start_proposed: 1,
				doubts: '["proposed-start"]',
			},
		);
		const { periods } = await readSheet(user, {}, false);
		expect(JSON.parse(JSON.stringify(periods[0]?.extras))).toEqual([
			plain,
			{
				...plain,
				date: "2026-11-03",
				comment: "parada",
				startMinute: 1320,
				compensation: "pago",
				minutesNight: 420,
				isStartProposed: true,
				doubts: ["proposed-start"],
			},
		]);
	});
});
