import SQLite from "better-sqlite3";
import { beforeAll, describe, expect, test } from "vitest";
import { listSums, readStanding, sumExtras } from "~/features/extras/list/extra-sums.server";
import {
	listExtras,
	listOldestExtras,
	listTimes,
	pagesOfExtras,
} from "~/features/extras/list/extras-list.server";
import { findNewExtras } from "~/features/extras-import/preview.server";
import { db, sqlite } from "~/lib/database/db.server";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { plantClock } from "~/lib/time/plant-clock.server";
import { makeUser } from "../../support/accounts";
import { type SeededUser, seedUser } from "../../support/accounts-on-disk";
import { extraRow } from "../../support/extras";
import { send } from "../../support/server/http-client";
import { serverForFile } from "../../support/server/server-for-file";
import { planOf, watchStatements } from "../../support/statements";

const COUNT = 20_000;

const MAX_HTML_BYTES = 150 * 1024;
const LONGEST = "Ñ".repeat(500);

/** Adds extras with comments of maximum length, two a day, all with the same creation time. */
function fill(file: SQLite.Database, userId: string): void {
	const columns = Object.keys(extraRow(userId));
	const insert = file.prepare(
		`INSERT INTO extras (${columns.join(", ")}) VALUES (${columns.map((name) => `@${name}`).join(", ")})`,
	);
	const start: CivilDate = "1990-01-01";
	file.transaction(() => {
		for (let n = 0; n < COUNT; n++) {
			const date = addDays(start, n % 10_000);
			insert.run(extraRow(userId, { date, comment: LONGEST, start_minute: 1320, minutes_night: 480 }));
		}
	})();
}

const server = serverForFile();
let user: SeededUser;
beforeAll(async () => {
	user = seedUser(server.databasePath, { diagram: "3turnos", crew: "A" });
	const file = new SQLite(server.databasePath, { timeout: 5000 });
	fill(file, user.id);
	file.close();
});

async function plansOf(run: () => Promise<unknown>): Promise<string[]> {
	const statements = watchStatements();
	await run();
	return statements.end().flatMap(({ text }) => planOf(text));
}

describe("the queries of the pages", () => {
	const userId = "00000000-0000-4000-8000-000000000001";
	const filter = { start: "2026-11-01", end: "2026-11-30", shift: "N" };
	const cursor = `2026-11-20_1_${userId}`;

	test.each([
		["a page", () => listExtras(userId, {}), /\(user_id=\?\)$/],
		[
			"the next page",
			() => listExtras(userId, {}, cursor),
			/\(user_id=\? AND \(date,created_at,id_file\)<\(\?,\?,\?\)\)$/,
		],
		["a filtered page", () => listExtras(userId, filter), /\(user_id=\? AND date>\? AND date<\?\)$/],
		[
			"the next filtered page",
			() => listExtras(userId, filter, cursor),
			/\(user_id=\? AND date>\? AND date<\?\)$/,
		],
		["the sheet", () => listOldestExtras(userId, filter, 1000), /\(user_id=\? AND date>\? AND date<\?\)$/],
		["the first part of an export", () => pagesOfExtras(userId, {}).next(), /\(user_id=\?\)$/],
		["what an import compares with", () => findNewExtras(userId, []), /\(user_id=\?\)$/],
	])("%s searches the primary key once, without sorting", async (_name, run, bounds) => {
		const plans = await plansOf(run);
		expect(plans).toEqual([expect.stringMatching(/^SEARCH extras USING PRIMARY KEY /)]);
		expect(plans[0]).toMatch(bounds);
	});

	const [month, year] = [
		{ start: "2026-11-01", end: "2026-11-30" },
		{ start: "2026-01-01", end: "2026-11-20" },
	];

	test.each([
		["the totals of periods and years", () => listSums(userId, [month, year, filter, {}])],
		["the times around a page", () => listTimes(userId, ["2026-11-01", "2026-11-03", "2026-11-04"])],
	])("%s take one query with one search of the primary key per range", async (_name, run) => {
		const plans = await plansOf(run);
		expect(plans.filter((plan) => plan.includes("extras"))).toEqual([
			expect.stringMatching(/^SEARCH extras USING PRIMARY KEY \(user_id=\? AND date>\? AND date<\?\)/),
		]);
	});

	test("the standing reads the extras to review by a partial index, and month and year by the key", async () => {
		const plans = await plansOf(() => readStanding(userId, { month, year }, plantClock()));
		expect(plans.filter((plan) => plan.includes("extras"))).toEqual([
			"SEARCH extras USING COVERING INDEX extras_to_review (user_id=?)",
			"SEARCH extras USING PRIMARY KEY (user_id=?)",
			...Array(2).fill("SEARCH extras USING PRIMARY KEY (user_id=? AND date>? AND date<?)"),
		]);
	});
});

describe(`${COUNT} extras of one user`, () => {
	const get = (path: string) => send(server.origin, path, { headers: { cookie: user.cookie } });

	test.each(["", "?shift=n&start=1990-01-01", "?start=1990-02-30&shift=<b>", "?after=1995-01-01_1_x"])(
		"the list '%s' shows 25 extras and stays below 150 KB",
		async (query) => {
			const { status, text, body } = await get(`/auth/work-overtime${encodeURI(query)}`);
			expect(status).toBe(200);
			expect(text.match(/<p>Extra realizada el/g)).toHaveLength(25);
			expect(body.byteLength).toBeLessThan(MAX_HTML_BYTES);
		},
	);

	test("the rows repeat no unknown parameter of the address", async () => {
		const { text } = await get(`/auth/work-overtime?after=${"9".repeat(6000)}&x=marca`);
		expect(text.match(/<p>Extra realizada el/g)).toHaveLength(25);
		const rows = text.slice(text.indexOf('<ul class="card flush rows">'), text.lastIndexOf("</ul>"));
		expect(rows).not.toMatch(/marca|9{81}/);
	});

	test("the sheet shows a thousand extras and says so; the export has all", async () => {
		const sheet = await get("/auth/work-overtime?view=sheet");
		expect(sheet.text.match(/<tr><th scope="row">[a-záé]{3} \d\d\/\d\d\/\d{4}/g)).toHaveLength(1000);
		expect(sheet.text.replaceAll("<!-- -->", "")).toContain(
			`La planilla llega hasta 1000 extras, y hay ${COUNT}`,
		);
		const csv = await get("/auth/work-overtime/export");
		expect(csv.text.trim().split("\r\n")).toHaveLength(COUNT + 1);
	});
});

test("the totals count all 20,000, and every page is reachable", async () => {
	const { id } = await makeUser();
	fill(sqlite, id);
	expect(await sumExtras(id, {})).toMatchObject({
		count: COUNT,
		minutes: COUNT * 480,
		minutesNight: COUNT * 480,
	});
	const seen = new Set<string>();
	let after: string | undefined;
	for (let page = 0; page < COUNT / 25; page++) {
		const { extras, next } = await listExtras(id, {}, after);
		for (const { idFile } of extras) seen.add(idFile);
		after = next;
	}
	expect([seen.size, after]).toEqual([COUNT, undefined]);
	const exported: string[] = [];
	const plans = await plansOf(async () => {
		for await (const extras of pagesOfExtras(id, {})) exported.push(...extras.map(({ idFile }) => idFile));
	});
	expect([exported.length, new Set(exported).size]).toEqual([COUNT, COUNT]);
	const next =
		/^SEARCH extras USING PRIMARY KEY \(user_id=\? AND \(date,created_at,id_file\)>\(\?,\?,\?\)\)$/;
	expect(plans.slice(1)).toEqual(Array(COUNT / 100).fill(expect.stringMatching(next)));
	await db.deleteFrom("users").where("id", "=", id).execute();
});
