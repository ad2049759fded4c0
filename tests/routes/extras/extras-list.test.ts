import { randomUUID } from "node:crypto";
import { createElement } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { sumExtras } from "~/features/extras/list/extra-sums.server";
import { FilterForm } from "~/features/extras/list/filter-form";
import type { ListedPeriod, Totals } from "~/features/extras/list/period-card";
import { doubtSign } from "~/features/law/doubts";
import type { PayPeriod } from "~/features/law/pay-period";
import { addPremiums, withoutZeros } from "~/features/law/premiums";
import { saveOwnDay } from "~/features/own-days/own-days.server";
import { db } from "~/lib/database/db.server";
import { addDays } from "~/lib/time/civil-date";
import { formatHours } from "~/lib/time/minutes";
import WorkOvertimePage, { loader } from "~/routes/auth.work-overtime";
import { makeUser, signedIn } from "../../support/accounts";
import { htmlOf } from "../../support/browser/render-part";
import { extraRow, listedRows, sumsOf } from "../../support/extras";
import { NOTHING_INCLUDED } from "../../support/pay";
import { Random } from "../../support/random";
import { argsFor, responseOf } from "../../support/requests";
import { watchStatements } from "../../support/statements";
import { evened } from "../../support/texts/evened";
import { wordsOf } from "../../support/texts/words-of";

const H = 60;
const PATH = "/auth/work-overtime";

let id: string;
let headers: { Cookie: string };
beforeAll(async () => {
	({ id } = await makeUser());
	headers = await signedIn({ id });
});
beforeEach(async () => {
	await db.deleteFrom("extras").execute();
	// The clock shows the afternoon of Friday 20 November 2026 in Argentina.
	vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T18:00:00Z") });
});
afterEach(() => {
	vi.useRealTimers();
});

type Values = Parameters<typeof extraRow>[1];
const put = (...extras: Values[]) => putFor(id, ...extras);
async function putFor(userId: string, ...extras: Values[]) {
	const rows = extras.map((values) => extraRow(userId, values));
	for (let at = 0; at < rows.length; at += 500) {
		await db
			.insertInto("extras")
			.values(rows.slice(at, at + 500))
			.execute();
	}
	return rows;
}

/** Has the next page work out again what all extras are paid, and why. */
const markStale = (userId = id) =>
	db
		.insertInto("marked_stale_pay")
		.values({ user_id: userId, first_day: "0000-01-01", last_day: "9999-12-31" })
		.execute();

const ask = (query = "", who = headers) =>
	responseOf(() => loader(argsFor(PATH + query, {}, { headers: who })));
async function read(query = "", who = headers) {
	const answer = await ask(query, who);
	expect(answer.status).toBe(200);
	return evened(await answer.json());
}
/** Extras in the order of the list. */
const listed = async (query = "", who = headers) => listedRows(await read(query, who));
const datesOf = async (query: string) => (await listed(query)).map(({ date }) => date);
/** The line of each extra's text that explains the pay. */
const reasonsOf = (extras: readonly { text: string }[]) => extras.map(({ text }) => text.split("\n")[3]);

describe("the shifts to filter by", () => {
	test("are the usual ones without a diagram, and those of the user's own extras", async () => {
		await put({ shift: "Ñ" }, { shift: "X" }, { shift: "Ñ" }, { shift: "N" });
		await putFor((await makeUser()).id, { shift: "Z" });
		expect((await read()).page.shifts).toEqual(["M", "T", "N", "D", "X", "Ñ"]);
	});

	test("are those of the newest hundred extras, not those of years ago", async () => {
		const usual = Array.from({ length: 99 }, () => ({ date: "2026-05-05", shift: "N" }));
		await put({ date: "2026-11-05", shift: "Ñ" }, ...usual, { date: "2025-05-05", shift: "X" });
		expect((await read()).page.shifts).toEqual(["M", "T", "N", "D", "Ñ"]);
	});

	test("are those of the diagram, in order of start time", async () => {
		const who = await signedIn(await makeUser({ diagram: "12horas_aceria" }));
		expect((await read("", who)).page.shifts).toEqual(["D", "N"]);
	});
});

describe("the order", () => {
	test("is by date, then by creation, both descending", async () => {
		await put(
			{ date: "2026-11-02", created_at: 9, comment: "c" },
			{ date: "2026-11-03", created_at: 1, comment: "b" },
			{ date: "2026-11-03", created_at: 5, comment: "a" },
			{ date: "2025-12-31", created_at: 99, comment: "d" },
		);
		expect((await listed()).map(({ comment }) => comment)).toEqual(["a", "b", "c", "d"]);
	});

	test.each([0, 1, 24, 25, 26, 50, 51, 130])(
		"pages of 25 neither lose nor repeat any of %i",
		async (count) => {
			const random = new Random(count);
			// Picks from few dates and times, so that many extras have the same date and the same creation time.
			const rows = await put(
				...Array.from({ length: count }, () => ({
					date: `2026-11-0${1 + random.below(4)}`,
					created_at: random.below(3),
					shift: random.pick(["M", "N"]),
				})),
			);
			for (const [query, expected] of [
				["", rows],
				[
					"?shift=n&start=2026-11-02",
					rows.filter(({ shift, date }) => shift === "N" && date >= "2026-11-02"),
				],
			] as const) {
				const seen: { idFile: string; date: string }[] = [];
				const sizes: number[] = [];
				let address: string | undefined = query;
				while (address !== undefined) {
					const { page, filter }: Awaited<ReturnType<typeof read>> = await read(address);
					expect(filter).toEqual(query ? { start: "2026-11-02", shift: "N" } : {});
					const extras = listedRows({ page });
					seen.push(...extras);
					sizes.push(extras.length);
					address = page.next && `${query}${query ? "&" : "?"}after=${page.next}`;
				}
				expect(seen.map(({ idFile }) => idFile).sort()).toEqual(
					expected.map(({ id_file }) => id_file).sort(),
				);
				const madeAt = new Map(rows.map(({ id_file, created_at }) => [id_file, created_at]));
				const order = seen.map(({ date, idFile }) => `${date} ${madeAt.get(idFile)}`);
				expect(order).toEqual(order.toSorted().reverse());
				expect(sizes.slice(0, -1).every((size) => size === 25)).toBe(true);
				expect(sizes.length).toBe(Math.max(1, Math.ceil(expected.length / 25)));
			}
		},
	);

	test("a page continues where the previous one ended, although extras are added and deleted", async () => {
		await put(
			...Array.from({ length: 35 }, (_, n) => ({
				date: "2026-11-01",
				created_at: 1000 + n,
				comment: `${1000 + n}`,
			})),
		);
		const first = (await read()).page;
		await put({ date: "2026-11-02", created_at: 5 });
		await db.deleteFrom("extras").where("created_at", "=", 1010).execute();
		const second = await read(`?after=${first.next}`);
		expect(listedRows(second).map(({ comment }) => Number(comment))).toEqual([
			1009, 1008, 1007, 1006, 1005, 1004, 1003, 1002, 1001, 1000,
		]);
		expect(second.page.next).toBeUndefined();
	});

	test.each([
		"x",
		"2026-11-01",
		"2026-11-01_1_",
		"2026-11-01_-1_x",
		"9999-99-99_999999999999999999_x",
		"' OR 1=1 --",
	])("the malformed cursor '%s' gives the first page", async (after) => {
		await put({}, {});
		expect(await listed(`?after=${encodeURIComponent(after)}`)).toHaveLength(2);
	});
});

describe("the filter", () => {
	beforeEach(() =>
		put(
			{ date: "2026-10-31", shift: "M" },
			{ date: "2026-11-01", shift: "N" },
			{ date: "2026-11-15", shift: "Ñ" },
			{ date: "2026-11-30", shift: "N" },
			{ date: "2026-12-01", shift: "M" },
		),
	);

	test("includes both its dates, and accepts a shift in upper or lower case", async () => {
		expect(await datesOf("?start=2026-11-01&end=2026-11-30")).toEqual([
			"2026-11-30",
			"2026-11-15",
			"2026-11-01",
		]);
		expect(await datesOf("?start=2026-11-30")).toEqual(["2026-12-01", "2026-11-30"]);
		expect(await datesOf("?end=2026-11-01")).toEqual(["2026-11-01", "2026-10-31"]);
		expect(await datesOf("?start=2026-11-15&end=2026-11-15")).toEqual(["2026-11-15"]);
		for (const shift of ["n", "N", "%20n%20"]) {
			expect(await datesOf(`?shift=${shift}`)).toEqual(["2026-11-30", "2026-11-01"]);
		}
		for (const shift of ["ñ", "Ñ", "n\u0303"]) {
			expect(await datesOf(`?shift=${encodeURIComponent(shift)}`)).toEqual(["2026-11-15"]);
		}
		expect(await datesOf("?shift=m&end=2026-10-31")).toEqual(["2026-10-31"]);
		expect(await datesOf("?shift=z")).toEqual([]);
	});

	test.each([
		["?start=&end=&shift=", PATH],
		["?start=2026-11-01&end=&shift=", `${PATH}?start=2026-11-01`],
		["?start=%20&shift=n", `${PATH}?shift=n`],
	])("has no empty fields in the address: %s", async (query, target) => {
		const answer = await ask(query);
		expect(answer.status).toBe(302);
		expect(answer.headers.get("Location")).toBe(target);
	});

	test.each([
		[
			"?start=2026-02-30&end=2026-11-01",
			{ start: "No es una fecha: elegí día, mes y año." },
			{ end: "2026-11-01" },
		],
		[
			"?start=2026-11-30&end=mañana",
			{ end: "No es una fecha: elegí día, mes y año." },
			{ start: "2026-11-30" },
		],
		["?shift=noche&start=2026-11-30", { shift: "El turno es una sola letra." }, { start: "2026-11-30" }],
		[
			"?start=2026-11-30&end=2026-11-01",
			{ end: "Es anterior a «Desde»: no la tuvimos en cuenta." },
			{ start: "2026-11-30" },
		],
		[
			"?start=0000-01-01&end=1e309&shift=11",
			{
				start: "No es una fecha: elegí día, mes y año.",
				end: "No es una fecha: elegí día, mes y año.",
				shift: "El turno es una sola letra.",
			},
			{},
		],
	])("has a message for each invalid field of %s, and applies the others", async (query, errors, filter) => {
		const page = await read(query);
		expect(page).toMatchObject({ errors, filter });
		expect(Object.keys(page.errors)).toEqual(Object.keys(errors));
		expect(page.typed).toEqual(Object.fromEntries(new URLSearchParams(query)));
		const { start = "", end = "9" } = filter as { start?: string; end?: string };
		const all = ["2026-12-01", "2026-11-30", "2026-11-15", "2026-11-01", "2026-10-31"];
		expect(await datesOf(query)).toEqual(all.filter((date) => date >= start && date <= end));
	});

	const october = "start=2026-10-01&end=2026-10-31";
	test.each([
		["", "Octubre 2026", undefined],
		[october, "Septiembre 2026", "Noviembre 2026"],
		["start=2026-09-01&end=2026-09-30", "Agosto 2026", "Octubre 2026"],
		["start=2026-12-01&end=2026-12-31", "Noviembre 2026", undefined],
		["start=2026-10-02&end=2026-10-31", undefined, undefined],
		["start=2026-10-01&end=2026-10-30", undefined, undefined],
		["start=2026-10-01", undefined, undefined],
		[`${october}&shift=N`, undefined, undefined],
		[`${october}&review=1`, undefined, undefined],
		["after=2026-11-01_1_00000000-0000-4000-8000-000000000000", undefined, undefined],
	])("leads from «%s» to the periods beside it, if it is one: %s, %s", async (query, before, behind) => {
		const { earlier, later } = (await read(`?${query}`)).page;
		expect([earlier?.name, later?.name]).toEqual([before, behind]);
		const addresses: Record<string, string> = {
			"Octubre 2026": `${PATH}?${october}`,
			"Noviembre 2026": PATH,
		};
		for (const link of [earlier, later])
			if (link?.name in addresses) expect(link.address).toBe(addresses[link.name]);
	});

	test("of a shared address shows each user their own extras", async () => {
		const other = await makeUser();
		await putFor(other.id, { date: "2026-11-05", shift: "N", comment: "de otro" });
		const query = "?start=2026-11-01&end=2026-11-30&shift=N";
		const theirs = await read(query, await signedIn(other));
		expect(listedRows(theirs)).toMatchObject([{ comment: "de otro" }]);
		expect(theirs.page.card.more).toContain("Extras: 1\n");
		expect(await datesOf(query)).toEqual(["2026-11-30", "2026-11-01"]);
	});

	test("returns to the same view after a sign-in", async () => {
		const query = "?start=2026-11-01&end=2026-11-30&shift=%C3%B1";
		const answer = await responseOf(() => loader(argsFor(PATH + query)));
		expect(answer).toRedirectTo(`/auth/login?redirectTo=${encodeURIComponent(PATH + query)}`);
	});
});

describe("the quick ranges", () => {
	const rangesWith = async (pay_period: PayPeriod, now = "2026-11-20T18:00:00Z") => {
		vi.setSystemTime(Date.parse(now));
		const { page } = await read("", await signedIn(await makeUser({ pay_period })));
		return page.ranges.map(({ name, start, end }: Record<string, string>) => `${name} ${start} ${end}`);
	};

	test.each<[PayPeriod, string, string]>([
		["month", "2026-11-01 2026-11-30", "2026-10-01 2026-10-31"],
		["fortnight", "2026-11-16 2026-11-30", "2026-11-01 2026-11-15"],
		["closing-25", "2026-10-26 2026-11-25", "2026-09-26 2026-10-25"],
		["closing-19", "2026-11-20 2026-12-19", "2026-10-20 2026-11-19"],
	])("follow the pay period '%s'", async (setting, present, before) => {
		expect(await rangesWith(setting)).toEqual([
			`Este período ${present}`,
			`El anterior ${before}`,
			...(setting === "month" ? [] : ["Este mes 2026-11-01 2026-11-30"]),
			"Este año 2026-01-01 2026-12-31",
		]);
	});

	test("have the month too while its first fortnight begins with it", async () => {
		const names = await rangesWith("fortnight", "2026-11-05T18:00:00Z");
		expect(names).toContain("Este mes 2026-11-01 2026-11-30");
	});

	test("are marked where both their dates are chosen, not one alone", async () => {
		const { page, ...form } = await read("", headers);
		const ranges = [
			{ name: "Este período", start: "2026-01-01", end: "2026-01-31" },
			{ name: "Este año", start: "2026-01-01", end: "2026-12-31" },
		];
		const filter = { start: "2026-01-01", end: "2026-12-31" };
		const props = { ...form, filter, ranges, shifts: page.shifts, onSend: () => {} };
		const html = await htmlOf(createElement(FilterForm, props));
		expect(html.match(/aria-current="true">[^<]+/g)).toEqual(['aria-current="true">Este año']);
	});

	test("follow the date at the plant, not at the server", async () => {
		// In the plant's time zone 2027-01-01T02:59Z is 31 December.
		expect((await rangesWith("month", "2027-01-01T02:59:00Z"))[0]).toBe("Este período 2026-12-01 2026-12-31");
		expect((await rangesWith("month", "2027-01-01T03:00:00Z"))[0]).toBe("Este período 2027-01-01 2027-01-31");
	});
});

describe("the totals", () => {
	const sum = (rows: readonly { minutes: number }[]) =>
		rows.reduce((total, { minutes }) => total + minutes, 0);

	test("are the sums of the filtered extras on all pages", async () => {
		const random = new Random(7);
		const rows = await put(
			...Array.from({ length: 130 }, (_, n) => {
				const minutes = 15 * (1 + random.below(64));
				const minutes_100 = 15 * random.below(minutes / 15 + 1);
				const isTimed = random.below(2) === 0;
				const [isProposed, isToReview] = [isTimed && n % 3 === 0, n % 7 === 0];
				const doubts = [...(isToReview ? ["to-review"] : []), ...(isProposed ? ["proposed-start"] : [])];
				return {
					date: `2026-11-${String(1 + random.below(30)).padStart(2, "0")}`,
					created_at: n,
					minutes,
					minutes_100,
					shift: random.pick(["M", "T", "N"]),
					compensation: random.pick([null, "pago", "franco", "banco"] as const),
					start_minute: isTimed ? 22 * H : null,
					minutes_night: isTimed ? Math.min(minutes, 8 * H) : null,
					is_start_proposed: isProposed ? (1 as const) : (0 as const),
					needs_review: isToReview ? (1 as const) : (0 as const),
					doubts: JSON.stringify(doubts),
				};
			}),
		);
		for (const query of ["?start=2026-11-10", "?shift=t", "?start=2026-11-05&end=2026-11-06&shift=N"]) {
			const { page, filter } = await read(query);
			const totals = await sumExtras(id, filter);
			const { start = "", end = "9", shift } = filter;
			const shown = rows.filter(
				(row) => row.date >= start && row.date <= end && (!shift || row.shift === shift),
			);
			expect(shown.length).toBeGreaterThan(0);
			const entriesWith = (kind: string) => {
				const own = shown.filter(({ compensation }) => compensation === kind);
				return { count: own.length, minutes: sum(own) };
			};
			const night = shown.flatMap(({ minutes_night }) => (minutes_night ? [{ minutes: minutes_night }] : []));
			expect(totals).toEqual({
				count: shown.length,
				minutes: sum(shown),
				premiums: addPremiums(shown.map(({ premiums }) => JSON.parse(premiums))),
				minutesNight: sum(night),
				withoutStart: shown.filter(({ start_minute }) => start_minute === null).length,
				planned: shown.filter(({ date, start_minute }) => date > (start_minute ? "2026-11-19" : "2026-11-20"))
					.length,
				dayOff: entriesWith("franco"),
				bank: entriesWith("banco"),
				doubts: withoutZeros({
					"proposed-start": shown.filter(({ is_start_proposed }) => is_start_proposed).length,
					"to-review": shown.filter(({ needs_review }) => needs_review).length,
				}),
			});
			const { 50: minutes50 = 0, 100: minutes100 = 0 } = totals.premiums;
			expect(totals.minutes).toBe(minutes50 + minutes100);
			const [hours, at50, at100] = [totals.minutes, minutes50, minutes100].map(formatHours);
			expect(evened(sumsOf(page.card))).toBe(
				`${hours} h · ${at50} al 50 % · ${at100} al 100 %${evened(doubtSign(totals.doubts))}`,
			);
		}
	});

	test("of each pay period count all its extras, on whichever page and whatever the filter", async () => {
		const november = Array.from({ length: 26 }, (_, n) => ({ date: "2026-11-10", created_at: n }));
		await put(...november, { date: "2026-10-31", minutes_100: 120 }, { date: "2026-08-01", shift: "M" });
		const linesOf = ({ periods, card }: { periods: ListedPeriod[]; card: Totals }) =>
			periods.map(({ name, rows, line }) => `${name}: ${sumsOf(line ?? card)}, ${rows} acá`);
		const { page } = await read();
		expect(linesOf(page)).toEqual(["Noviembre 2026: 208 h · 208 al 50 %, 25 acá"]);
		const rest = [
			"Noviembre 2026: 208 h · 208 al 50 %, 1 acá",
			"Octubre 2026: 8 h · 6 al 50 % · 2 al 100 %, 1 acá",
			"Agosto 2026: 8 h · 8 al 50 %, 1 acá",
		];
		expect(linesOf((await read(`?after=${page.next}`)).page)).toEqual(rest);
		expect(linesOf((await read("?shift=M")).page)).toEqual([
			"Agosto 2026: Sin filtro: 8 h · 8 al 50 %, 1 acá",
		]);
	});

	test("of the current period come first, even before its first extra, but not with a filter, nor on later pages", async () => {
		const namesOf = async (query = "", who = headers) =>
			(await read(query, who)).page.periods.map(({ name }: { name: string }) => name);
		expect(await namesOf()).toEqual([]);
		const who = await makeUser({ pay_period: "closing-20" });
		await putFor(who.id, { date: "2026-10-21" }, { date: "2026-10-20" }, { date: "2026-11-21" });
		await put({ date: "2026-10-05" });
		expect(await namesOf()).toEqual(["Noviembre 2026", "Octubre 2026"]);
		expect(await namesOf("?end=2026-10-31")).toEqual(["Octubre 2026"]);
		expect(await namesOf("", await signedIn(who))).toEqual([
			"21/11/2026 al 20/12/2026",
			"21/10/2026 al 20/11/2026",
			"21/09/2026 al 20/10/2026",
		]);
		await put(...Array.from({ length: 25 }, (_, n) => ({ date: "2026-10-04", created_at: n })));
		expect(await namesOf(`?after=${(await read()).page.next}`)).toEqual(["Octubre 2026"]);
	});

	test("are on the card of the current period, also while only planned extras are in the next one", async () => {
		await put({ date: "2026-12-05" });
		const { page } = await read();
		expect(page.card).toMatchObject({ name: "Noviembre 2026", hours: "0 h" });
		expect(page.earlier.name).toBe("Octubre 2026");
		const namesOf = ({ periods }: { periods: ListedPeriod[] }) =>
			periods.map(({ name, rows }) => `${name}: ${rows}`);
		expect(namesOf(page)).toEqual(["Diciembre 2026: 1", "Noviembre 2026: 0"]);
		await put({ date: "2026-10-05" });
		expect(namesOf((await read()).page)).toEqual([
			"Diciembre 2026: 1",
			"Noviembre 2026: 0",
			"Octubre 2026: 1",
		]);
	});

	test("stand above the list of the extra that was just saved, which is open", async () => {
		const [saved] = await put({ date: "2026-11-05" }, { date: "2026-11-06" });
		const opened = async (open: string) => (await read(`?open=${open}`)).page.openRow;
		expect([await opened(saved?.id_file ?? ""), await opened("x")]).toEqual([saved?.id_file, undefined]);
	});

	test("of the current period have a line of their own only below planned extras", async () => {
		const lined = async () =>
			(await read()).page.periods.map(({ name, line }: ListedPeriod) => [name, line !== undefined]);
		await put({ date: "2026-11-05" }, { date: "2026-10-05" });
		expect(await lined()).toEqual([
			["Noviembre 2026", false],
			["Octubre 2026", true],
		]);
		await put({ date: "2026-12-05" });
		expect(await lined()).toEqual([
			["Diciembre 2026", true],
			["Noviembre 2026", true],
			["Octubre 2026", true],
		]);
	});

	test("stand above the extras with their times; without extras the page offers the first, or says that the filter finds none", async () => {
		const words = async (query = "") =>
			wordsOf(await htmlOf(createElement(WorkOvertimePage), PATH + query, await read(query)));
		expect(await words()).toMatch(
			/Limpiar No hay extras creadas Crea una nueva .* Agregar extra Importar extras$/,
		);
		await put({ date: "2026-11-16", start_minute: 22 * 60 });
		const list = await words();
		expect(list).toMatch(
			/^Mis Extras Noviembre 2026 .* Planilla de octubre Compartir .* Mi pago ¿Cuánto es\? 8 h/,
		);
		expect(list).toContain(
			"lun 16 N 8 h al 50 % Extra realizada el 16/11/2026 Turno de la extra N, de 22:00 a 06:00",
		);
		// Only a filter that was just sent is waited for.
		expect(list).not.toMatch(/Filtrando|No hay extras/);
		expect(await words("?shift=M")).toMatch(/Limpiar Agregar extra Turno M No hay extras con este filtro\.$/);
	});

	test("without extras are zero", async () => {
		expect(await sumExtras(id, { shift: "N" })).toEqual({
			count: 0,
			minutes: 0,
			premiums: {},
			minutesNight: 0,
			withoutStart: 0,
			...NOTHING_INCLUDED,
			doubts: {},
		});
		expect((await read("?shift=n")).page.card).toMatchObject({ hours: "0 h", parts: [] });
	});
});

describe("the queries", () => {
	const countQueries = async (who: { Cookie: string }, query = "") => {
		// The first request reads the diagrams and holidays, which are kept until something is written.
		await read(query, who);
		const statements = watchStatements();
		await read(query, who);
		return statements.end().length;
	};

	test("are as many for one extra as for a full page of many periods, and never more with a filter", async () => {
		const [one, many] = [await makeUser(), await makeUser({ pay_period: "fortnight" })];
		await putFor(one.id, { date: "2026-11-20" });
		await putFor(
			many.id,
			...Array.from({ length: 60 }, (_, n) => ({ date: addDays("2026-11-20", -9 * n), minutes: 16 * H })),
		);
		const who = await signedIn(many);
		const few = await countQueries(await signedIn(one));
		expect(await countQueries(who)).toBe(few);
		expect(await countQueries(who, "?start=2025-12-01&shift=N")).toBe(few);
	});
});

describe("the notes of the present period", () => {
	const notesOf = async (who?: { Cookie: string }): Promise<string[]> =>
		(await read("", who)).page.card?.notes ?? [];
	const warnings = () => notesOf();

	test("appear above 30 hours in this month, not at 30", async () => {
		await put(
			{ date: "2026-11-01", minutes: 15 * H },
			{ date: "2026-11-20", minutes: 15 * H },
			{ date: "2026-10-31" },
		);
		expect(await warnings()).toEqual([]);
		await put({ date: "2026-11-02", minutes: 15 });
		expect(await warnings()).toEqual([
			"Este mes llevás 30,25 horas extra. Sin autorización, el tope es de 30 por mes (Decreto 484/2000).",
		]);
		expect((await read("?start=2026-10-01&end=2026-10-31")).page.card).toMatchObject({
			name: "Octubre 2026",
			notes: [],
		});
		await put({ date: "2026-11-03", minutes: 8 * H, doubts: '["own-shift"]' });
		expect(await warnings()).toEqual([
			"Este mes llevás 38,25 horas extra, contando feriados en tu turno, que no entran en el tope. Sin autorización, el tope es de 30 por mes (Decreto 484/2000).",
		]);
	});

	test("separate planned hours from worked ones", async () => {
		await put({ date: "2026-11-20", minutes: 16 * H }, { date: "2026-11-19", minutes: 8 * H });
		await put({ date: "2026-11-21", minutes: 8 * H });
		expect(await warnings()).toEqual([
			"Este mes llevás 24 horas extra y, si hacés lo anotado, serían 32. Sin autorización, el tope es de 30 por mes (Decreto 484/2000).",
		]);
		await db.deleteFrom("extras").where("date", "<=", "2026-11-20").execute();
		await put(...["2026-11-22", "2026-11-23"].map((date) => ({ date, minutes: 12 * H })));
		expect(await warnings()).toEqual([
			"Este mes, si hacés lo anotado, serían 32 horas extra. Sin autorización, el tope es de 30 por mes (Decreto 484/2000).",
		]);
	});

	test("count an extra as worked once it has ended", async () => {
		await put({ date: "2026-11-19", minutes: 16 * H }, { date: "2026-11-18", minutes: 15 * H });
		await put({ date: "2026-11-20", start_minute: 14 * H });
		expect(await warnings()).toEqual([
			"Este mes llevás 31 horas extra y, si hacés lo anotado, serían 39. Sin autorización, el tope es de 30 por mes (Decreto 484/2000).",
		]);
	});

	test("about weeks and rests follow the user's calendar, without the shifts on own days (vacation and the like)", async () => {
		// Crew A works mornings from 2 to 8 November 2026.
		const who = await makeUser({ diagram: "4turnos_7dias", crew: "A" });
		await putFor(who.id, { date: "2026-11-05", start_minute: 14 * H });
		const headers = await signedIn(who);
		const linesOf = () => notesOf(headers);
		expect(await linesOf()).toEqual([
			"Descansaste 8 h entre tu extra del 05/11/2026 (14:00 a 22:00) y tu turno M del 06/11/2026 (06:00 a 14:00, según tu diagrama sin confirmar). Entre un trabajo y el otro la ley pide 12 h de descanso (LCT art. 197).",
			"En la semana del 02/11/2026 al 08/11/2026 trabajaste 64 h: 56 de turnos, según tu diagrama sin confirmar, y 8 de extras. Para comparar: la jornada normal por turnos rotativos, sin extras, es de hasta 56 h por semana (Decreto 16.115/33).",
		]);
		await saveOwnDay(
			{ userId: who.id, id: randomUUID() },
			{ kind: "licencia", firstDay: "2026-11-06", lastDay: "2026-11-08", crew: null, note: "" },
		);
		expect(await linesOf()).toEqual([]);
	});

	test("about a rest count the work before it from midnight of the day before the first week", async () => {
		await put({ date: "2026-10-25", start_minute: 0, minutes: 15 * H });
		await put({ date: "2026-10-26", start_minute: 0 });
		expect(await warnings()).toEqual([
			"Descansaste 9 h entre tu extra del 25/10/2026 (00:00 a 15:00) y tu extra del 26/10/2026 (00:00 a 08:00). Entre un trabajo y el otro la ley pide 12 h de descanso (LCT art. 197).",
		]);
	});

	test("doubt the shifts of an unconfirmed diagram, unless the worker has found the own position", async () => {
		const found = await makeUser({ diagram: "4turnos_7dias", crew: null, cycle_start: "2026-11-02" });
		const byCrew = await makeUser({ diagram: "4turnos_7dias", crew: "A" });
		const textOf = async (who: typeof found) => {
			await putFor(who.id, { date: "2026-11-05", start_minute: 14 * H });
			return (await notesOf(await signedIn(who))).join("\n");
		};
		const [doubted, certain] = [await textOf(byCrew), await textOf(found)];
		expect(doubted).toContain("06:00 a 14:00, según tu diagrama sin confirmar");
		expect(certain).toContain("tu turno M del 06/11/2026 (06:00 a 14:00)");
		expect(certain).not.toContain("sin confirmar");
	});

	test("appear above 200 hours in this year, not at 200", async () => {
		const day = (n: number) => `2026-0${1 + (n % 9)}-0${1 + Math.floor(n / 9)}`;
		await put(...Array.from({ length: 25 }, (_, n) => ({ date: day(n) })), { date: "2025-12-31" });
		expect(await warnings()).toEqual([]);
		await put({ date: "2026-01-10", minutes: 15 });
		expect(await warnings()).toEqual([
			"Este año llevás 200,25 horas extra. Sin autorización, el tope es de 200 por año (Decreto 484/2000).",
		]);
	});
});

describe("the red mark of a row", () => {
	const marksOf = async (...extras: Parameters<typeof putFor>[1][]) => {
		const who = await makeUser({ diagram: "3turnos", crew: "A" });
		// Crew A works from 6:00 to 14:00 from Monday 2024-01-01 to Saturday 2024-01-06.
		await putFor(who.id, ...extras.map((extra, index) => ({ created_at: 100 - index, ...extra })));
		return (await listed("", await signedIn(who))).map(({ mark, mistakes }) => mark && [mark, mistakes]);
	};

	test("is not given for a short rest: four hours after one's own shift", async () => {
		expect(await marksOf({ date: "2024-01-04", start_minute: 14 * H, minutes: 4 * H, shift: "T" })).toEqual([
			undefined,
		]);
	});

	test("names an overlap with the own shift or another extra, but not the own shift worked on a holiday", async () => {
		expect(
			await marksOf(
				{ date: "2024-01-05", start_minute: 16 * H, minutes: 2 * H, shift: "T" },
				{ date: "2024-01-05", start_minute: 17 * H, minutes: 2 * H, shift: "X" },
				{ date: "2024-01-03", start_minute: 6 * H, shift: "M" },
				{ date: "2024-01-01", start_minute: 6 * H, shift: "M" },
			),
		).toEqual([
			["se superpone", "Se superpone con otra extra (17:00 a 19:00)."],
			["se superpone", "Se superpone con otra extra (16:00 a 18:00)."],
			["se superpone", "Se superpone con tu turno M (06:00 a 14:00, según tu diagrama sin confirmar)."],
			undefined,
		]);
	});

	test("is not given for the end of last night's own shift, worked on a holiday", async () => {
		// Crew A works from 18:00 on Monday 2024-04-01 to 6:00 on the 2nd, and from 18:00 on the 9th to 6:00 on the 10th.
		const who = await makeUser({ diagram: "12horas_general", crew: "A" });
		const early = { minutes: 6 * H, shift: "N" };
		await putFor(
			who.id,
			{ ...early, date: "2024-04-10", start_minute: 0 },
			{ ...early, date: "2024-04-02", start_minute: 0 },
		);
		expect((await listed("", await signedIn(who))).map(({ mark }) => mark)).toEqual([
			"se superpone",
			undefined,
		]);
	});

	test("names a duplicate, also one that the filter does not show, and never another user's", async () => {
		const [who, other] = [await makeUser(), await makeUser()];
		await putFor(
			who.id,
			{ date: "2026-11-10", minutes: 2 * H, needs_review: 0 },
			{
				date: "2026-11-10",
				needs_review: 1,
			},
		);
		await putFor(other.id, { date: "2026-11-10" });
		expect(await listed("?review=1", await signedIn(who))).toMatchObject([
			{ mark: "revisar", mistakes: "Ya anotaste otra del martes 10, turno N: 2 h." },
		]);
		expect((await listed("", await signedIn(other)))[0]).not.toHaveProperty("mark");
	});

	test("names more than 16 hours at a stretch, or on a day, not 16", async () => {
		const ofDay = "El 10/01/2024 suma 16,25 horas extra, más de 16: revisá si está bien.";
		expect(
			await marksOf(
				{ date: "2024-01-10", minutes: 16 * H, shift: "X" },
				{ date: "2024-01-10", minutes: 15, shift: "Y" },
				{ date: "2024-01-04", start_minute: 14 * H, minutes: 8 * H + 15, shift: "T" },
				{ date: "2024-01-02", start_minute: 14 * H, minutes: 8 * H, shift: "T" },
			),
		).toEqual([
			["más de 16 h", ofDay],
			["más de 16 h", ofDay],
			[
				"más de 16 h",
				"Junto con tu turno M (06:00 a 14:00, según tu diagrama sin confirmar) son 16,25 h seguidas, más de 16.",
			],
			undefined,
		]);
	});
});

describe("each extra", () => {
	test("on the crew's day off marks 50 % as uncertain", async () => {
		// Crew A is off from Friday 2024-01-05 to Monday 2024-01-08.
		const who = await makeUser({ diagram: "12horas_general", crew: "A" });
		const timed = { start_minute: 6 * H, minutes_night: 0 };
		await putFor(
			who.id,
			// Crew A's last night shift before the days off ends on this Friday at 6:00, before the extra starts.
			{ date: "2024-01-05", ...timed, start_minute: 7 * H },
			{ date: "2024-01-04", ...timed },
			{ date: "2024-01-07", ...timed, minutes_100: 8 * H },
		);
		await markStale(who.id);
		const doubt =
			"En tu franco (diagrama sin confirmar por tu planta): los convenios difieren, mirá el tuyo. LCT 204 y 207: descanso compensatorio";
		const reasons = async (id: string) => reasonsOf(await listed("", await signedIn({ id })));
		expect(await reasons(who.id)).toEqual([
			`8 h al 100 % porque es domingo. ${doubt}`,
			`8 h al 50 % (no es seguro). ${doubt}`,
			"8 h al 50 %, día común",
		]);
		// Without a crew no days off are known, so the extra counts as work on an ordinary day.
		await db.updateTable("users").set({ crew: null }).where("id", "=", who.id).execute();
		expect((await reasons(who.id))[1]).toBe("8 h al 50 %, día común");
	});

	test("on the metalworkers' holiday is paid like an ordinary day, and names the agreement", async () => {
		await put({ date: "2026-09-07", start_minute: 6 * H, minutes_night: 0 });
		await markStale();
		expect(reasonsOf(await listed())).toEqual([
			"8 h al 50 %, día gremial (Día del Trabajador Metalúrgico): si tu convenio es el CCT 260/75, su art. 41 paga lo trabajado y un jornal más",
		]);
	});

	test("explains its pay, or says that the worker has typed the hours", async () => {
		await put(
			{ date: "2026-11-14", start_minute: 6 * H, minutes_100: 60, created_at: 3 },
			{ date: "2026-11-14", minutes_100: 300, is_own_split: 1, created_at: 2 },
			{ date: "2026-11-13", start_minute: 6 * H },
		);
		await markStale();
		expect(reasonsOf(await listed())).toEqual([
			"7 h al 50 % y 1 h al 100 % porque es sábado después de las 13",
			"3 h al 50 %, 5 h al 100 %: lo pusiste vos",
			"8 h al 50 %, día común",
		]);
	});

	test("asks for the start time only where it is missing and decides the pay", async () => {
		const unclassified = { minutes_unclassified: 8 * H, is_own_split: 1 } as const;
		await put(
			{ date: "2026-11-14", start_minute: null, ...unclassified, created_at: 3 },
			{ date: "2026-11-14", start_minute: 6 * H, ...unclassified, created_at: 2 },
			{ date: "2026-11-13", start_minute: null },
		);
		const asks = (await listed()).map(({ text }) => text.includes("Poné la hora de entrada"));
		expect(asks).toEqual([true, false, false]);
	});
});
