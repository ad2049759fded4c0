import { createElement } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { extraParts } from "~/features/extras/list/exported-extras.server";
import { ExtraSheet } from "~/features/pay/sheet/extra-sheet";
import { db, sqlite } from "~/lib/database/db.server";
import { loader as list } from "~/routes/auth.work-overtime";
import { loader as download } from "~/routes/auth.work-overtime_.export";
import { makeUser, signedIn } from "../../support/accounts";
import { htmlOf } from "../../support/browser/render-part";
import { extraRow, insertExtras } from "../../support/extras";
import { argsFor, responseOf } from "../../support/requests";

const H = 60;
const LIST = "/auth/work-overtime";
const KEYS = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"] as const;

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
 * Adds two extras (overtime entries): one on a Saturday from 6:00 to 14:00, edited on the Sunday, and one on the Friday
 * before, without a start time.
 */
const twoExtras = () =>
	put(
		{
			date: "2026-11-14",
			id_file: KEYS[0],
			minutes_100: 60,
			start_minute: 6 * H,
			minutes_night: 0,
			shift: "M",
			reason: "7\u00A0h al 50\u00A0% y 1\u00A0h al 100\u00A0% porque es sábado después de las 13",
			comment: 'Parada; «horno» "2"\ny limpieza',
			compensation: "franco",
			// At this instant it is still 14 November in Argentina.
			created_at: Date.parse("2026-11-15T02:59:00Z"),
			edited_at: Date.parse("2026-11-15T03:00:00Z"),
		},
		{
			date: "2026-11-13",
			id_file: KEYS[1],
			minutes: 270,
			shift: "Ñ",
			reason: "4,5\u00A0h al 50\u00A0%, día común",
			created_at: Date.parse("2026-11-13T12:00:00Z"),
		},
	);

async function fetchCsv(query = "") {
	const answer = await responseOf(() => download(argsFor(`${LIST}/export${query}`, {}, { headers })));
	return {
		answer,
		name: answer.headers.get("Content-Disposition"),
		bytes: Buffer.from(await answer.arrayBuffer()),
	};
}
/** Cells as a spreadsheet program reads them. */
function cellsOf(bytes: Buffer): string[][] {
	const text = bytes.toString().slice(1);
	const rows: string[][] = [[]];
	for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n"]*))(;|\r\n)/g)) {
		rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
		if (end === "\r\n") rows.push([]);
	}
	return rows.slice(0, -1);
}

test.each([0, 1, 100, 101])("the JSON of the data export can be read with %d extras", async (count) => {
	if (count > 0) insertExtras(sqlite, id, count);
	let text = "";
	const [json] = extraParts(id);
	if (json && "texts" in json) for await (const some of json.texts) text += some;
	expect(JSON.parse(text).extras).toHaveLength(count);
});

describe("the CSV for an Argentine Excel", () => {
	test("has a column for hours that give a day off only where there are some", async () => {
		const givenOf = async () => {
			const [titles = [], row = []] = cellsOf((await fetchCsv()).bytes);
			return row[titles.indexOf("Horas con franco compensatorio")];
		};
		await put({});
		expect(await givenOf()).toBeUndefined();
		await db.updateTable("extras").set({ premiums: '{"franco":450}' }).execute();
		expect(await givenOf()).toBe("7,5");
	});

	test("has hours whose columns add up to what page and sheet say, also in odd minutes", async () => {
		// Each extra is 1:50 h at 100 % on a Sunday, and 6:10 h at 50 % after midnight.
		const odd = {
			minutes_100: 110,
			start_minute: 22 * H + 10,
			minutes_night: 470,
			compensation: "pago",
		} as const;
		await put(...["2026-11-01", "2026-11-08", "2026-11-15"].map((date) => ({ date, ...odd })));
		const [titles = [], ...rows] = cellsOf((await fetchCsv()).bytes);
		const sumOf = (title: string) =>
			rows.reduce((sum, row) => sum + Number(row[titles.indexOf(title)]?.replace(",", ".")), 0);
		const sums = ["Horas", "Horas al 50", "Horas al 100", "Horas de noche"].map(sumOf);
		expect(sums.map((sum) => Number(sum.toPrecision(12)))).toEqual([24, 18.5, 5.5, 23.5]);
	});

	test("has a byte order mark, semicolons, decimal commas and Argentine dates, oldest first", async () => {
		await twoExtras();
		const { answer, bytes } = await fetchCsv();
		expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
		expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
		expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
		expect(bytes.toString().split("\r\n")[1]).toBe(
			`13/11/2026;Ñ;4,5;;;;4,5;0;0;;;;4,5 h al 50 %, día común;;;13/11/2026;;;${KEYS[1]}`,
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
				"Dudas",
				"Para revisar",
				"Anotada el",
				"Cambiada el",
				"División tuya",
				"Código",
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
				"",
				"13/11/2026",
				"",
				"",
				KEYS[1],
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
				"",
				"14/11/2026",
				"15/11/2026",
				"",
				KEYS[0],
			],
		]);
	});

	test.each([
		["?start=2026-10-26&end=2026-11-25", "extras-2026-10-26-a-2026-11-25.csv"],
		["", "extras-2026-11-13-a-2026-11-14.csv"],
		["?start=2026-11-01", "extras-2026-11-01-a-2026-11-14.csv"],
		["?start=2026-12-01", "extras-2026-12-01-a-2026-12-01.csv"],
		["?end=2026-10-31", "extras-2026-10-31-a-2026-10-31.csv"],
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

	test("breaks off when the worker's terms change meanwhile, so that no hours are missing from a whole file", async () => {
		insertExtras(sqlite, id, 5_000);
		const file = await responseOf(() => download(argsFor(`${LIST}/export`, {}, { headers })));
		const reader = file.body?.getReader();
		await reader?.read();
		await db.updateTable("extras").set({ premiums: '{"60":480}' }).execute();
		const rest = async () => {
			while (!(await reader?.read())?.done);
		};
		await expect(rest()).rejects.toThrow("60");
		expect((await fetchCsv()).bytes.toString()).toContain("Horas al 60;");
	});

	test("is generated once at a time per user, and again once it has been read or aborted", async () => {
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
					sums: { count: 2, minutes: 750, premiums: { 50: 690, 100: 60 }, minutesNight: 0, withoutStart: 1 },
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

	test("has the plant number of the profile, in the text to send too", async () => {
		const numbered = await makeUser({ real_name: "Ramona Fernández", plant_number: "20.417" });
		await db.insertInto("extras").values(extraRow(numbered.id)).execute();
		const args = argsFor(`${LIST}?view=sheet`, {}, { headers: await signedIn(numbered) });
		const { sheet } = await (await responseOf(() => list(args))).json();
		expect(sheet.plantNumber).toBe("20.417");
		expect(sheet.summary).toContain("Ramona Fernández, legajo 20.417\n");
	});

	test("leaves space for a missing name, and never prints the placeholder", async () => {
		const nameless = await makeUser({ real_name: "SIN NOMBRE" });
		const args = argsFor(`${LIST}?view=sheet`, {}, { headers: await signedIn(nameless) });
		const { sheet } = await (await responseOf(() => list(args))).json();
		expect(sheet.name).toBeNull();
		const html = await htmlOf(
			createElement(ExtraSheet, { ...sheet, read: { filter: {}, typed: {}, errors: {} } }),
		);
		expect(html).not.toContain("Controlar con el recibo");
		expect(html).toMatch(/apellido: <span class="blank"><\/span><br\/>Legajo: <span class="blank"><\/span>/);
	});

	test("contains the filtered extras", async () => {
		await twoExtras();
		const sheet = await sheetOf("&shift=m");
		expect(sheet.periods).toMatchObject([{ extras: [{ date: "2026-11-14" }] }]);
		expect(sheet.sums).toMatchObject({ count: 1, minutes: 480 });
	});

	test.each([1000, 1001])(
		"of %i extras shows a thousand, sums up those and says how many there are",
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
			const read = { filter: {}, typed: {}, errors: {} };
			const html = await htmlOf(createElement(ExtraSheet, { ...sheet, read }));
			expect(html.includes("La planilla llega hasta 1000 extras, y hay 1001")).toBe(count === 1001);
			expect(html.includes("La planilla llega hasta")).toBe(count > 1000);
		},
	);
});
