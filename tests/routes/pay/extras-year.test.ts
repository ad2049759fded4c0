import { beforeAll, describe, expect, test } from "vitest";
import { readYearHours } from "~/features/pay/picture/year-hours.server";
import { db } from "~/lib/database/db.server";
import { loader } from "~/routes/auth.work-overtime";
import { makeUser, signedIn } from "../../support/accounts";
import { extraRow } from "../../support/extras";
import { NOTHING_INCLUDED } from "../../support/pay";
import { argsFor, responseOf } from "../../support/requests";

const H = 60;
const YEAR = "/auth/work-overtime?view=year";

let id: string;
let headers: { Cookie: string };
let other: { Cookie: string };
beforeAll(async () => {
	({ id } = await makeUser());
	headers = await signedIn({ id });
	const stranger = await makeUser();
	other = await signedIn(stranger);
	await db
		.insertInto("extras")
		.values([
			extraRow(id, { date: "2025-12-31", minutes: H }),
			extraRow(id, { date: "2026-01-01", minutes_100: 8 * H, start_minute: 0, minutes_night: 6 * H }),
			extraRow(id, { date: "2026-01-31", minutes: 4 * H }),
			extraRow(id, { date: "2026-12-31", minutes_unclassified: 8 * H }),
			extraRow(id, { date: "2027-01-01", minutes: H }),
			extraRow(stranger.id, { date: "2026-01-01" }),
		])
		.execute();
});

const open = (query: string, init: RequestInit = { headers }) =>
	responseOf(() => loader(argsFor(YEAR + query, {}, init)));

describe("the chart of a year", () => {
	test("requires a session: a visitor is redirected to the login, and back afterwards", async () => {
		expect(await open("&year=2026", {})).toRedirectTo(
			`/auth/login?redirectTo=${encodeURIComponent(`${YEAR}&year=2026`)}`,
		);
	});

	test("has the user's own hours of each month by pay rate and at night, and no other user's", async () => {
		const { year, months, total } = (await (await open("&year=2026")).json()).year;
		expect(year).toBe(2026);
		const none = {
			...{
				count: 0,
				minutes: 0,
				premiums: {},
				minutesNight: 0,
				withoutStart: 0,
				...NOTHING_INCLUDED,
				doubts: {},
			},
		};
		// Whether December's entry has ended depends on when the test runs.
		const planned = expect.any(Number);
		const january = { count: 2, minutes: 12 * H, withoutStart: 1, minutesNight: 6 * H };
		expect(months).toEqual([
			{ month: 1, ...none, ...january, premiums: { 50: 4 * H, 100: 8 * H } },
			...Array.from({ length: 10 }, (_, index) => ({ month: index + 2, ...none })),
			{
				...{ month: 12, ...none, count: 1, minutes: 8 * H, withoutStart: 1, planned },
				premiums: { unclassified: 8 * H },
			},
		]);
		const premiums = { 50: 4 * H, 100: 8 * H, unclassified: 8 * H };
		expect(total).toEqual({
			...none,
			count: 3,
			minutes: 20 * H,
			minutesNight: 6 * H,
			withoutStart: 2,
			planned,
			premiums,
		});
		const theirs = (await (await open("&year=2026", { headers: other })).json()).year;
		expect(theirs.months[0]).toMatchObject({ premiums: { 50: 8 * H } });
	});

	test.each(["&year=1969", "&year=2999", "&year=abc", "&year=2026-01"])(
		"%s: not a year with extras, so not found",
		async (query) => {
			expect((await open(query)).status).toBe(404);
		},
	);

	test("with a blank year shows the current year", async () => {
		expect(await open("&year=")).toRedirectTo(YEAR);
	});

	test("is on the sheet only when requested, for the year of the last day", async () => {
		const sheetOf = async (query: string) => {
			const args = argsFor(`/auth/work-overtime?view=sheet${query}`, {}, { headers });
			return (await (await responseOf(() => loader(args))).json()).sheet;
		};
		expect((await sheetOf("&end=2026-12-31")).picture).toBeNull();
		expect((await sheetOf("&end=2026-12-31&picture=1")).picture).toEqual(await readYearHours(id, 2026));
		expect((await sheetOf("&start=2030-01-01&picture=1")).picture).toBeNull();
	});
});
