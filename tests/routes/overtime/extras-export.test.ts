import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, sqlite } from "~/lib/database/db.server";
import { loader as list } from "~/routes/auth.work-overtime";
import { loader as download } from "~/routes/auth.work-overtime_.export";
import { makeUser, signedIn } from "../../support/accounts";
import { extraRow, insertExtras } from "../../support/extras";
import { argsFor, responseOf } from "../../support/requests";

const H = 60;
const LIST = "/auth/work-overtime";

let id: string;
let headers: { Cookie: string };
beforeAll(async () => {
	({ id } = await makeUser({ real_name: "Ramona Fernández" }));
	headers = await signedIn({ id });
});
beforeEach(async () => {
	await db.deleteFrom("extras").execute();
	vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T18:00:00Z") });
});
afterEach(() => {
	vi.useRealTimers();
});

const put = (...extras: Parameters<typeof extraRow>[1][]) =>
	db
		.insertInto("extras")
		.values(extras.map((values) => extraRow(id, values)))
		.execute();

/**
 * Adds two extras (overtime entries): one on a Saturday from 6:00 to 14:00, edited on the next day, and one on the
 * day before without a start time.
 */
const twoExtras = () =>
	put(
		{
			date: "2026-11-14",
			minutes_100: 60,
			start_minute: 6 * H,
			minutes_night: 0,
			shift: "M",
			comment: 'Parada; «horno» "2"\ny limpieza',
			compensation: "franco",
			// In Argentina this instant is still 14 November.
			created_at: Date.parse("2026-11-15T02:59:00Z"),
			edited_at: Date.parse("2026-11-15T03:00:00Z"),
		},
		{ date: "2026-11-13", minutes: 270, shift: "Ñ", created_at: Date.parse("2026-11-13T12:00:00Z") },
	);

async function fetchCsv(query = "") {
	const answer = await responseOf(() => download(argsFor(`${LIST}/export${query}`, {}, { headers })));
	return {
		answer,
		name: answer.headers.get("Content-Disposition"),
		bytes: Buffer.from(await answer.arrayBuffer()),
	};
}
/** The cells that a spreadsheet program reads from a CSV file. */
function cellsOf(bytes: Buffer): string[][] {
	const text = bytes.toString().slice(1);
	const rows: string[][] = [[]];
	for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n"]*))(;|\r\n)/g)) {
		rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
		if (end === "\r\n") rows.push([]);
	}
	return rows.slice(0, -1);
}

describe("the CSV for an Argentine Excel", () => {
	test("has a byte order mark, semicolons, decimal commas and Argentine dates, oldest first", async () => {
		await twoExtras();
		const { answer, bytes } = await fetchCsv();
		expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
		expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
		expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
		expect(bytes.toString().split("\r\n")[1]).toBe(
			"13/11/2026;Ñ;4,5;;;;4,5;0;0;;;;4,5 h al 50 %, día común;;13/11/2026;",
		);
		expect(cellsOf(bytes)).toEqual([
			[
				"Fecha",
				"Turno",
				"Horas",
				"Entrada",
				"Salida",
				"De dónde sale la hora",
				"Horas al 50",
				"Horas al 100",
				"Sin clasificar",
				"Horas de noche",
				"Compensación",
				"Comentario",
				"Por qué",
				"Para revisar",
				"Anotada el",
				"Cambiada el",
			],
			[
				"13/11/2026",
				"Ñ",
				"4,5",
				"",
				"",
				"",
				"4,5",
				"0",
				"0",
				"",
				"",
				"",
				"4,5 h al 50 %, día común",
				"",
				"13/11/2026",
				"",
			],
			[
				"14/11/2026",
				"M",
				"8",
				"06:00",
				"14:00",
				"la pusiste vos",
				"7",
				"1",
				"0",
				"0",
				"franco",
				'Parada; «horno» "2"\ny limpieza',
				"7 h al 50 % y 1 h al 100 % porque es sábado después de las 13",
				"",
				"14/11/2026",
				"15/11/2026",
			],
		]);
	});

	test.each([
		["?start=2026-10-26&end=2026-11-25", "extras-2026-10-26-a-2026-11-25.csv"],
		["", "extras-2026-11-13-a-2026-11-14.csv"],
		["?start=2026-11-01", "extras-2026-11-01-a-2026-11-14.csv"],
		["?shift=m", "extras-2026-11-14-a-2026-11-14-turno.csv"],
		["?shift=z", "extras-2026-11-20-a-2026-11-20-turno.csv"],
		["?start=%0d%0aSet-Cookie:x=1&shift=%22", "extras-2026-11-13-a-2026-11-14.csv"],
	])("of '%s' is named by its dates", async (query, name) => {
		await twoExtras();
		expect((await fetchCsv(query)).name).toBe(`attachment; filename="${name}"`);
	});

	test("contains the filtered extras", async () => {
		await twoExtras();
		const datesOf = async (query: string) =>
			cellsOf((await fetchCsv(query)).bytes)
				.slice(1)
				.map(([date]) => date);
		expect(await datesOf("?shift=%C3%B1")).toEqual(["13/11/2026"]);
		expect(await datesOf("?start=2026-11-14&end=2026-11-14")).toEqual(["14/11/2026"]);
		expect(await datesOf("?end=2026-11-12")).toEqual([]);
		expect(await datesOf("?start=nunca&end=2026-11-13")).toEqual(["13/11/2026"]);
	});

	test("contains all extras, however many", async () => {
		insertExtras(sqlite, id, 20_001);
		const keys = cellsOf((await fetchCsv()).bytes).slice(1);
		expect(keys).toHaveLength(20_001);
		expect(new Set(keys.map(([, , , , , , , , , , , comment]) => comment)).size).toBe(20_001);
	});

	test("is made once at a time per user, and again once it has been read or aborted", async () => {
		const fetch = (cookie = headers) =>
			responseOf(() => download(argsFor(`${LIST}/export`, {}, { headers: cookie })));
		const first = await fetch();
		const second = await fetch();
		expect([second.status, second.headers.get("Retry-After")]).toEqual([429, "60"]);
		expect((await second.json()).message).toMatch(/^Esa descarga ya está en camino\. Esperá a que termine/);
		const other = await fetch(await signedIn(await makeUser()));
		expect(other.status).toBe(200);
		await first.text();
		const third = await fetch();
		expect(third.status).toBe(200);
		await third.body?.cancel();
		expect((await fetchCsv()).answer.status).toBe(200);
		await other.body?.cancel();
	});

	test.each([
		"=1+1",
		"+1",
		"-1",
		"@SUM(A1)",
		'=HYPERLINK("http://evil.example";"x")',
		"\t=1",
		"\r=1",
		"\n=1",
		"\0=1",
		"＝1+1",
		"＋1",
		"－1",
		"＠SUM(A1)",
		"=1\n=2",
	])("makes a formula in a comment harmless: %j", async (comment) => {
		await put({ comment });
		const cell = cellsOf((await fetchCsv()).bytes)[1]?.[11];
		expect(cell).toBe(`'${comment}`);
	});
});

const sheetOf = async (query = "") => {
	const args = argsFor(`${LIST}?view=sheet${query}`, {}, { headers });
	return (await (await responseOf(() => list(args))).json()).sheet;
};

describe("the sheet", () => {
	test("has the extras by pay period, oldest first, the name, the sums and a text to send", async () => {
		await twoExtras();
		await put({ date: "2026-12-01", minutes: 60 });
		const sheet = await sheetOf("&start=2026-11-05&end=2026-12-31");
		expect(sheet).toMatchObject({
			name: "Ramona Fernández",
			today: "2026-11-20",
			matching: 3,
			days: { start: "2026-11-05", end: "2026-12-31" },
			periods: [
				{
					start: "2026-11-05",
					end: "2026-11-30",
					extras: [{ date: "2026-11-13" }, { date: "2026-11-14" }],
					sums: { count: 2, minutes: 750, minutes50: 690, minutes100: 60, minutesNight: 0, withoutStart: 1 },
				},
				{ start: "2026-12-01", end: "2026-12-31", sums: { count: 1, minutes: 60 } },
			],
			sums: { count: 3, minutes: 810 },
		});
		expect(sheet.summary).toContain("Horas extra del 05/11/2026 al 31/12/2026\nRamona Fernández");
	});

	test("sends the browser nothing that the sheet does not show", async () => {
		await twoExtras();
		const [period] = (await sheetOf()).periods;
		expect(Object.keys(period.extras[0])).not.toContain("createdAt");
	});

	test("leaves room for a missing name, and never prints the placeholder", async () => {
		const nameless = await makeUser({ real_name: "SIN NOMBRE" });
		const args = argsFor(`${LIST}?view=sheet`, {}, { headers: await signedIn(nameless) });
		const { sheet } = await (await responseOf(() => list(args))).json();
		expect(sheet.name).toBeNull();
	});

	test("contains the filtered extras", async () => {
		await twoExtras();
		const sheet = await sheetOf("&shift=m");
		expect(sheet.periods).toMatchObject([{ extras: [{ date: "2026-11-14" }] }]);
		expect(sheet.sums).toMatchObject({ count: 1, minutes: 480 });
	});

	test.each([1000, 1001])(
		"of %i extras holds a thousand, adds up those and tells the rest",
		async (count) => {
			const rows = Array.from({ length: count }, (_, n) => extraRow(id, { created_at: n }));
			for (const from of [0, 600]) {
				await db
					.insertInto("extras")
					.values(rows.slice(from, from ? undefined : 600))
					.execute();
			}
			const sheet = await sheetOf();
			expect([sheet.periods[0].extras.length, sheet.sums.count, sheet.matching]).toEqual([1000, 1000, count]);
		},
	);
});

describe("the check of a pay slip", () => {
	const paid = { compensation: "pago" as const };
	const checkOf = async (query: string) => {
		const { check, slip, slipError } = await sheetOf(query);
		return { check, slip, slipError };
	};

	describe("of extras that are all paid", () => {
		beforeEach(() =>
			put(
				{ date: "2026-11-02", minutes: 4 * H, ...paid },
				{ date: "2026-11-08", minutes: 8 * H, minutes_100: 8 * H, ...paid },
				{ date: "2026-11-14", minutes: 8 * H, minutes_100: 1 * H, ...paid },
			),
		);

		test.each([
			[
				"&hours50=11&hours100=9",
				"Al 50 %: 11 h anotadas con pago, 11 h en el recibo. Coincide.",
				"Al 100 %: 9 h anotadas con pago, 9 h en el recibo. Coincide.",
			],
			[
				"&hours50=10,5&hours100=5",
				"Al 50 %: 11 h anotadas con pago, 10,5 h en el recibo. Diferencia: 0,5 h menos en el recibo.",
				"Al 100 %: 9 h anotadas con pago, 5 h en el recibo. Diferencia: 4 h menos en el recibo.",
			],
			[
				"&hours50=12.25&hours100=100",
				"Al 50 %: 11 h anotadas con pago, 12,25 h en el recibo. Diferencia: 1,25 h más en el recibo.",
				"Al 100 %: 9 h anotadas con pago, 100 h en el recibo. Diferencia: 91 h más en el recibo.",
			],
			[
				"&hours100=9",
				"Al 50 %: 11 h anotadas con pago, 0 h en el recibo. Diferencia: 11 h menos en el recibo.",
				"Al 100 %: 9 h anotadas con pago, 9 h en el recibo. Coincide.",
			],
			[
				"&start=2026-11-03&end=2026-11-10&hours50=0&hours100=8",
				"Al 50 %: 0 h anotadas con pago, 0 h en el recibo. Coincide.",
				"Al 100 %: 8 h anotadas con pago, 8 h en el recibo. Coincide.",
			],
		])("%s: the two rates, and nothing else", async (query, ...lines) => {
			expect((await checkOf(query)).check).toEqual({ rates: lines, leftOut: [] });
		});
	});

	test("does not count extras compensated with a day off or in the bank of hours", async () => {
		await put(
			{ date: "2026-11-10", compensation: "franco" },
			{ date: "2026-11-11", compensation: "banco" },
			{ date: "2026-11-12", ...paid },
		);
		expect((await checkOf("&hours50=8&hours100=0")).check).toEqual({
			rates: [
				"Al 50 %: 8 h anotadas con pago, 8 h en el recibo. Coincide.",
				"Al 100 %: 0 h anotadas con pago, 0 h en el recibo. Coincide.",
			],
			leftOut: [
				"1 extra (8 h), con franco en lugar de pago.",
				"1 extra (8 h), con banco de horas en lugar de pago.",
			],
		});
	});

	test("lists the hours that it leaves out: unclassified, without a compensation, not worked yet", async () => {
		await put(
			{ date: "2026-11-14", minutes_unclassified: 8 * H, ...paid },
			{ date: "2026-11-16", minutes: 4 * H },
			{ date: "2026-11-17", minutes: 4 * H },
			{ date: "2026-11-20", ...paid },
			{ date: "2026-11-21", ...paid },
		);
		expect((await checkOf("&end=2026-11-30&hours50=8&hours100=0")).check).toEqual({
			rates: [
				"Al 50 %: 8 h anotadas con pago, 8 h en el recibo. Coincide, sin contar lo que está sin clasificar.",
				"Al 100 %: 0 h anotadas con pago, 0 h en el recibo. Coincide, sin contar lo que está sin clasificar.",
			],
			leftOut: [
				"8 h con pago, sin clasificar: no se sabe si van al 50 o al 100 %.",
				"2 extras (8 h), sin decir cómo se compensan.",
				"1 extra con fecha posterior a hoy.",
			],
		});
	});

	test("says how many compared extras are marked for review", async () => {
		await put({ date: "2026-11-15", minutes_100: 8 * H, needs_review: 1, ...paid });
		expect((await checkOf("&end=2026-11-30&hours50=0&hours100=8")).check?.rates).toEqual([
			"Al 50 %: 0 h anotadas con pago, 0 h en el recibo. Coincide.",
			"Al 100 %: 8 h anotadas con pago, 8 h en el recibo. Coincide.",
			"De las anotadas, 1 extra para revisar: falta la hora de entrada, y el 50 y el 100 pueden cambiar.",
		]);
	});

	test("also counts the extras beyond the end of the sheet", async () => {
		const rows = Array.from({ length: 1001 }, (_, n) => extraRow(id, { created_at: n, ...paid }));
		for (const from of [0, 600]) {
			await db
				.insertInto("extras")
				.values(rows.slice(from, from ? undefined : 600))
				.execute();
		}
		expect((await checkOf("&hours50=8")).check.rates[0]).toContain("Al 50 %: 8008 h anotadas con pago");
	});

	test.each(["-1", "1e309", "0x10", "NaN", "８", "ocho", "1000", "1,234", "<b>"])(
		"'%s' is no number of hours: it is shown again with what is wrong",
		async (hours50) => {
			expect(await checkOf(`&hours50=${encodeURIComponent(hours50)}`)).toEqual({
				check: undefined,
				slip: { hours50 },
				slipError: "Escribí las horas del recibo como 12 o 7,5.",
			});
		},
	);

	test("is made only when it is asked for", async () => {
		expect(await checkOf("")).toEqual({ check: undefined, slip: {}, slipError: undefined });
	});
});
