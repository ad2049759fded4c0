import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { db } from "~/lib/database/db.server";
import { loader as list } from "~/routes/auth.work-overtime";
import { loader as addPage } from "~/routes/auth.work-overtime_.add-work-overtime";
import { loader as download } from "~/routes/auth.work-overtime_.export";
import { makeUser, signedIn } from "../../support/accounts";
import { EXTRA, seedExtra, seedUser } from "../../support/accounts-on-disk";
import { extraRow, listedRows } from "../../support/extras";
import { argsFor, responseOf } from "../../support/requests";
import { send } from "../../support/server/http-client";
import { startServer } from "../../support/server/server";
import { evened } from "../../support/texts/evened";

/** Tests that the time zone and language of the server do not affect the overtime pages. */

const LIST = "/auth/work-overtime";
/** Key of a new extra. */
const NEW = randomUUID();
/** An instant at 23:30 on 14 November in Argentina, already 15 November in UTC. */
const LATE = Date.parse("2026-11-15T02:30:00Z");

test("pages and files are identical in every time zone and language of the server", async () => {
	const places: Record<string, string>[] = [
		{ TZ: "UTC" },
		{ TZ: "Pacific/Kiritimati", LANG: "en_US.UTF-8", LC_ALL: "en_US.UTF-8" },
		{ TZ: "America/Los_Angeles", LANG: "ja_JP.UTF-8" },
	];
	const paths = [
		LIST,
		`${LIST}?start=2026-11-14&end=2026-11-14&shift=n`,
		`${LIST}?view=sheet`,
		`${LIST}/export`,
		`${LIST}/add-work-overtime?idFile=${NEW}`,
		`/auth/edit-work-overtime/${EXTRA}`,
	];
	const person = { id: randomUUID(), pay_period: "closing-25" as const, diagram: "3turnos", crew: "A" };
	const [first, ...others] = await Promise.all(
		places.map(async (place) => {
			const server = await startServer({ ...place, TZ_APP: "America/Argentina/Buenos_Aires" });
			const { id, cookie } = seedUser(server.databasePath, person);
			const written = { created_at: LATE, edited_at: LATE + 3_600_000 };
			seedExtra(server.databasePath, id, {
				date: "2026-11-14",
				start_minute: 1320,
				minutes_100: 480,
				minutes_50: 0,
				...written,
			});
			const answers = await Promise.all(
				paths.map((path) => send(server.origin, path, { headers: { cookie } })),
			);
			await server.stop();
			// Removes all ids, because the request ids differ in every response.
			return answers.map(
				({ status, headers, text }) =>
					`${status} ${headers["content-disposition"]} ${text.replaceAll(EXTRA, "").replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "")}`,
			);
		}),
	);
	expect(first?.map((text) => text.slice(0, 4))).toEqual(paths.map(() => "200 "));
	expect(first?.[0]?.replaceAll("<!-- -->", "")).toContain("Extra realizada el <b>14/11/2026</b>");
	expect(evened(first?.[2])).toContain("sáb 14/11/2026, N, 22:00 a 06:00: 8 h (8 al 100 %)");
	expect(first?.[3]).toContain(";14/11/2026;15/11/2026");
	expect(others).toEqual([first, first]);
});

describe("around midnight and at the ends of months and years", () => {
	const serverZone = process.env.TZ;
	let headers: { Cookie: string };
	beforeAll(async () => {
		const { id } = await makeUser({ pay_period: "fortnight" });
		await db
			.insertInto("extras")
			.values(extraRow(id, { date: "2026-11-15", created_at: LATE }))
			.execute();
		headers = await signedIn({ id });
	});
	afterEach(() => {
		process.env.TZ = serverZone;
		vi.useRealTimers();
	});

	const zones = [
		"UTC",
		"Pacific/Kiritimati",
		"America/Los_Angeles",
		"America/Argentina/Buenos_Aires",
		"Asia/Tokyo",
	];

	test.each([
		["2026-11-16T00:00:00Z", "2026-11-15", "2026-11-01 2026-11-15", "2026-10-16 2026-10-31"],
		["2026-11-16T02:59:59Z", "2026-11-15", "2026-11-01 2026-11-15", "2026-10-16 2026-10-31"],
		["2026-11-16T03:00:00Z", "2026-11-16", "2026-11-16 2026-11-30", "2026-11-01 2026-11-15"],
		["2026-12-01T02:59:59Z", "2026-11-30", "2026-11-16 2026-11-30", "2026-11-01 2026-11-15"],
		["2027-01-01T02:59:59Z", "2026-12-31", "2026-12-16 2026-12-31", "2026-12-01 2026-12-15"],
		["2027-01-01T06:00:00Z", "2027-01-01", "2027-01-01 2027-01-15", "2026-12-16 2026-12-31"],
	])("at %s it is %s at the plant in every time zone", async (now, today, present, before) => {
		for (const zone of zones) {
			process.env.TZ = zone;
			vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(now) });
			const form = await addPage(argsFor(`${LIST}/add-work-overtime?idFile=${NEW}`, {}, { headers }));
			expect(form.today).toBe(today);
			const { page } = await (await responseOf(() => list(argsFor(LIST, {}, { headers })))).json();
			const ranges = page.ranges
				.slice(0, 2)
				.map(({ start, end }: Record<string, string>) => `${start} ${end}`);
			expect(ranges).toEqual([present, before]);
			expect(listedRows({ page })).toMatchObject([{ date: "2026-11-15" }]);
			const empty = await download(argsFor(`${LIST}/export?shift=z`, {}, { headers }));
			expect(empty.headers.get("Content-Disposition")).toContain(`extras-${today}-a-${today}`);
			// Reads the empty export to its end, because a user gets only one CSV download at a time.
			await empty.text();
			const csv = await (await download(argsFor(`${LIST}/export`, {}, { headers }))).text();
			expect(csv).toContain("15/11/2026;N;8;");
			expect(csv).toContain(";14/11/2026;");
		}
	});
});
