import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { diagramNames } from "~/features/diagrams/diagram-ids";
import { DiagramList } from "~/features/diagrams/diagram-list";
import { NoData } from "~/features/diagrams/diagram-notes";
import { listDiagrams } from "~/features/diagrams/diagrams.server";
import { saveOwnPicture } from "~/features/diagrams/pictures/own-pictures.server";
import { db } from "~/lib/database/db.server";
import { datePartsOf, monthNames } from "~/lib/time/civil-date";
import HalfYearPage, { loader as completeLoader } from "~/routes/diagram-complete.$title.$image";
import { loader as detailLoader } from "~/routes/diagram-detail.$image.$month.$monthHoliday";
import { loader as diagramLoader } from "~/routes/diagrams.$id";
import { loader as pictureLoader } from "~/routes/pictures.$file";
import { htmlOf } from "../support/browser/render-part";
import { argsFor, responseOf } from "../support/requests";
import { todayIn } from "../support/texts/today";

const today = todayIn("America/Argentina/Buenos_Aires");
const currentYear = datePartsOf(today).year;

function diagram(path: string): Promise<Response> {
	const id = decodeURIComponent(new URL(path, "http://localhost").pathname.split("/").at(-1) ?? "");
	return responseOf(() => diagramLoader(argsFor(path, { id })));
}

function detail(image: string, month: string, monthHoliday: string, search = ""): Promise<Response> {
	const path = `/diagram-detail/${encodeURIComponent(image)}/x/y${search}`;
	return responseOf(() => detailLoader(argsFor(path, { image, month, monthHoliday })));
}

function complete(title: string, image: string, search = ""): Promise<Response> {
	return responseOf(() => completeLoader(argsFor(`/diagram-complete/x/y${search}`, { title, image })));
}

function picture(file: string): Promise<Response> {
	return responseOf(() => pictureLoader(argsFor(`/pictures/${file}`, { file })));
}

describe("diagrams/{id}", () => {
	test.each([
		["3turnos_12horas", "Diagrama 3 Turnos de 12 Horas"],
		["4turnos_5dias", "Diagrama 4 Turnos de 5 Días"],
		["2turnos", "Diagrama 2 Turnos"],
		["3turnos", "Diagrama de 3 Turnos"],
		["4turnos_7dias", "Diagrama 4 Turnos de 7 Días"],
		["5turnos_6dias", "Diagrama 5 Turnos de 6 Días"],
		["5turnos_7dias", "Diagrama 5 Turnos de 7 Días"],
		["12horas_aceria", "Diagrama de 12 Horas ACERIA"],
		["12horas_general", "Diagrama de 12 Horas GENERAL"],
		["12horas_reduccion", "Diagrama de 12 Horas REDUCCIÓN"],
		["12horas_insalubre", "Diagrama de 12 Horas INSALUBRE"],
	])(
		"%s is titled '%s' and has twelve months from the current one on, each with a share button",
		async (id, title) => {
			const data = await (await diagram(`/diagrams/${id}`)).json();
			expect(data.name.title).toBe(title);
			expect(data.shownYear).toBeUndefined();
			const { year, month } = datePartsOf(today);
			const next = (ahead: number) => new Date(Date.UTC(year, month - 1 + ahead)).toISOString().slice(0, 7);
			expect(data.months).toEqual(Array.from({ length: 12 }, (_, ahead) => next(ahead)));
			for (const [ahead, { image }] of data.shares.entries())
				expect(image).toMatch(new RegExp(`^/pictures/${id}-${next(ahead)}\\.[0-9a-f]{12}\\.png$`));
		},
	);

	test("the months from the current one on have the holidays of both years, and the page of a year has its own", async () => {
		const years = async (path: string) => {
			const { holidays } = await (await diagram(path)).json();
			return new Set(holidays.map(({ date }: { date: string }) => Number(date.slice(0, 4))));
		};
		const both = datePartsOf(today).month === 1 ? [currentYear] : [currentYear, currentYear + 1];
		expect(await years("/diagrams/3turnos")).toEqual(new Set(both));
		expect(await years("/diagrams/3turnos?year=2027")).toEqual(new Set([2027]));
	});

	test("the diagrams are read once until something is written", async () => {
		const before = await listDiagrams();
		expect(await listDiagrams()).toBe(before);
		await db.updateTable("diagramas").set({ position: 1 }).where("position", "=", 1).execute();
		expect(await listDiagrams()).not.toBe(before);
	});

	test("the diagrams are in the order of the specification", async () => {
		const rows = await db.selectFrom("diagramas").select("id").orderBy("position").execute();
		expect(rows.map(({ id }) => id)).toEqual(diagramNames.map(({ id }) => id));
	});

	test("a correction by an operator shows on the next page", async () => {
		const anchor = async () => (await (await diagram("/diagrams/2turnos")).json()).diagram.anchor;
		expect(await anchor()).not.toBe("2026-05-04");
		await db.updateTable("diagramas").set({ anchor: "2026-05-04" }).where("id", "=", "2turnos").execute();
		expect(await anchor()).toBe("2026-05-04");
	});

	test("the former id of two shifts redirects permanently, and keeps the query", async () => {
		const response = await diagram("/diagrams/2_turnos?year=2027");
		expect(response.status).toBe(301);
		expect(response).toRedirectTo("/diagrams/2turnos?year=2027");
	});

	test.each([
		"6turnos",
		"4TURNOS_7DIAS",
		"../home",
		"",
		"4turnos_7dias ",
		"a".repeat(5000),
		"__proto__",
		"constructor",
	])("an unknown id %# is not found", async (id) => {
		expect((await diagram(`/diagrams/${encodeURIComponent(id)}`)).status).toBe(404);
	});

	test.each([2020, currentYear + 5])("the year %s is shown", async (year) => {
		const data = await (await diagram(`/diagrams/3turnos?year=${year}`)).json();
		expect(data.shownYear).toBe(year);
		expect([data.months[0], data.months[11]]).toEqual([`${year}-01`, `${year}-12`]);
	});

	test.each([
		"2019",
		String(currentYear + 6),
		"27",
		"abcd",
		"2027.0",
		"-2027",
		"２０２７",
		"1e3",
		"0x7e",
		"2027%00",
	])("the year %s is not found", async (year) => {
		expect((await diagram(`/diagrams/3turnos?year=${year}`)).status).toBe(404);
	});

	test("a crew in upper or lower case is shown and remembered for the home page", async () => {
		const response = await diagram("/diagrams/5turnos_7dias?crew=e");
		expect((await response.json()).crew).toBe("E");
		expect(response.headers.get("Set-Cookie")).toContain("crew=5turnos_7dias.E; Max-Age=31536000");
	});

	test("after 'Rechazar' the crew is forgotten when the browser closes", async () => {
		const args = argsFor(
			"/diagrams/3turnos?crew=A",
			{ id: "3turnos" },
			{ headers: { Cookie: "consent=rejected" } },
		);
		const response = await responseOf(() => diagramLoader(args));
		expect(response.headers.get("Set-Cookie")).toMatch(/^crew=3turnos\.A; (?!.*Max-Age)/);
	});

	test.each(["D", "AB", "1", "Ñ", "%20"])("crew %s of a diagram of three is not found", async (crew) => {
		const status = (await diagram(`/diagrams/3turnos?crew=${crew}`)).status;
		expect(status).toBe(crew === "%20" ? 302 : 404);
	});

	test("empty fields of a form without script are removed from the address", async () => {
		expect(await diagram("/diagrams/3turnos?year=&crew=B")).toRedirectTo("/diagrams/3turnos?crew=B");
		expect(await diagram("/diagrams/3turnos?year=&crew=")).toRedirectTo("/diagrams/3turnos");
	});
});

describe("diagram-detail/{image}/{month}/{monthHoliday}", () => {
	test.each(monthNames.map((name, index) => [name, String(index + 1).padStart(2, "0")]))(
		"%s is found by its three slugs",
		async (name, number) => {
			const response = await detail(`4turnos_7dias-2027-${number}`, name, `2027-${number}`);
			expect(response.status).toBe(200);
			expect((await response.json()).month).toBe(`2027-${number}`);
		},
	);

	test("it shows the crew of its address, as the diagram's page does", async () => {
		const of = (search: string) => detail("3turnos-2027-01", "enero", "2027-01", search);
		const shown = await (await of("?crew=c")).json();
		expect(shown.crew).toBe("C");
		expect(shown.picture.src).toMatch(/^\/pictures\/3turnos-C-2027-01\.[0-9a-f]{12}\.svg$/);
		expect((await of("?crew=D")).status).toBe(404);
		expect((await of("?crew=")).status).toBe(302);
		expect((await (await of("")).json()).crew).toBeUndefined();
	});

	test("it lists its holidays, also two on one day", async () => {
		const { holidays } = await (await detail("4turnos_7dias-2026-04", "abril", "2026-04")).json();
		expect(holidays.map(({ date, name }: { date: string; name: string }) => `${date} ${name}`)).toEqual([
			"2026-04-02 Jueves Santo",
			"2026-04-02 Veterano y Caídos en Malvinas",
			"2026-04-03 Viernes Santo",
		]);
	});

	test.each([
		["4turnos_7dias-2027-01", "febrero", "2027-01"],
		["4turnos_7dias-2027-01", "enero", "2027-02"],
		["4turnos_7dias-2027-01", "enero", "2026-01"],
		["4turnos_7dias-2027-13", "enero", "2027-13"],
		["4turnos_7dias-2027-1", "enero", "2027-1"],
		["4turnos_7dias-1999-01", "enero", "1999-01"],
		["9turnos-2027-01", "enero", "2027-01"],
		["4turnos_7dias-C-2027-01", "enero", "2027-01"],
		["https://example.com/a.png", "enero", "2027-01"],
		["javascript:alert(1)", "enero", "2027-01"],
		["../../etc/passwd", "enero", "2027-01"],
		["x".repeat(5000), "enero", "2027-01"],
		["4turnos_7dias-2027-01", "<script>", "2027-01"],
	])(
		"%s / %s / %s: not found, and the response does not repeat the slugs",
		async (image, month, monthHoliday) => {
			const response = await detail(image, month, monthHoliday);
			expect(response.status).toBe(404);
			expect(await response.text()).toBe("");
		},
	);
});

describe("diagram-complete/{title}/{image}", () => {
	test.each([
		["2027-1", "Enero a junio 2027"],
		["2027-2", "Julio a diciembre 2027"],
	])("%s is %s", async (image, title) => {
		expect((await (await complete("12horas_general", image)).json()).title).toBe(title);
	});

	test.each([
		["2027-1", "2027-2"],
		["2027-2", "2027-1"],
	])("%s leads to the other half of its year", async (image, other) => {
		const data = await (await complete("12horas_general", image)).json();
		const html = await htmlOf(
			createElement(HalfYearPage),
			`/diagram-complete/12horas_general/${image}`,
			data,
		);
		expect(html).toContain(`href="/diagram-complete/12horas_general/${other}"`);
	});

	test("it shows the crew of its address", async () => {
		expect((await (await complete("3turnos", "2027-1", "?crew=C")).json()).crew).toBe("C");
		expect((await complete("3turnos", "2027-1", "?crew=D")).status).toBe(404);
	});

	test.each([
		["12horas_general", "2027-3"],
		["12horas_general", "2027-01"],
		["12horas_general", "2019-1"],
		["Un título cualquiera", "2027-1"],
		["https://example.com", "2027-1"],
		["x".repeat(5000), "2027-1"],
	])("%s / %s: not found", async (title, image) => {
		expect((await complete(title, image)).status).toBe(404);
	});
});

describe("pictures", () => {
	async function addressOf(month: number, crew = ""): Promise<string> {
		const data = await (await diagram(`/diagrams/4turnos_7dias?year=2027${crew}`)).json();
		return data.shares[month - 1].image.replace("/pictures/", "").replace(".png", ".svg");
	}

	test.each(["", "&crew=C"])("each is cached for ever under the hash of its content%s", async (crew) => {
		const response = await picture(await addressOf(1, crew));
		expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
		expect(response.headers.get("Content-Type")).toBe("image/svg+xml");
		expect(await response.text()).not.toMatch(/<text|font|script|href="(?!#)/);
	});

	test.each(["", "&crew=C"])("the same picture is a PNG for sharing%s", async (crew) => {
		const response = await picture((await addressOf(1, crew)).replace(".svg", ".png"));
		const bytes = new Uint8Array(await response.arrayBuffer());
		expect(Array.from(bytes.slice(0, 4))).toEqual([0x89, 0x50, 0x4e, 0x47]);
		expect(bytes.byteLength).toBeLessThan(30 * 1024);
	});

	test("a PNG that takes more than 20 seconds is refused as busy, and drawn when it is asked for again", async () => {
		const file = (await addressOf(7, "&crew=B")).replace(".svg", ".png");
		const start = setTimeout;
		vi.stubGlobal("setTimeout", (run: () => void, ms: number) => start(run, ms === 20_000 ? 0 : ms));
		const late = await picture(file).finally(() => vi.unstubAllGlobals());
		expect([late.status, late.headers.get("Retry-After")]).toEqual([503, "10"]);
		expect((await late.json()).message).toContain("Esperá unos segundos y probá de nuevo.");
		expect((await picture(file)).status).toBe(200);
	});

	test("a crew's picture is named after the crew and differs from those of other crews", async () => {
		const [c, d] = [await addressOf(1, "&crew=C"), await addressOf(1, "&crew=D")];
		expect(c).toMatch(/^4turnos_7dias-C-2027-01\.[0-9a-f]{12}\.svg$/);
		const response = await picture(c);
		expect(response.headers.get("Content-Disposition")).toBe(
			'inline; filename="relevo-4turnos_7dias-C-2027-01.svg"',
		);
		expect(await response.text()).not.toBe(await (await picture(d)).text());
	});

	test("an operator's own picture replaces the picture of all crews, but not those of single crews", async () => {
		await saveOwnPicture("4turnos_7dias", "2027-01", {
			content: Buffer.from("webp"),
			hash: "abc123",
			width: 3,
			height: 4,
		});
		expect(await addressOf(1)).toBe("4turnos_7dias-2027-01.abc123.webp");
		expect(await addressOf(1, "&crew=C")).toMatch(/^4turnos_7dias-C-2027-01\.[0-9a-f]{12}\.svg$/);
		expect((await picture(await addressOf(1, "&crew=C"))).status).toBe(200);
		expect(await picture("4turnos_7dias-2027-01.00.png")).toRedirectTo(
			"/pictures/4turnos_7dias-2027-01.abc123.webp",
		);
		expect(await addressOf(2)).toMatch(/svg$/);
	});

	test("an old hash redirects to the current picture, also after a correction of holidays", async () => {
		const before = await addressOf(11);
		await db.updateTable("feriados").set({ date: "2027-11-22" }).where("date", "=", "2027-11-20").execute();
		const after = await addressOf(11);
		expect(after).not.toBe(before);
		expect(await picture(before)).toRedirectTo(`/pictures/${after}`);
		expect(await picture("4turnos_7dias-2027-11.0123.webp")).toRedirectTo(`/pictures/${after}`);
	});

	test.each([
		"4turnos_7dias-2027-01.svg",
		"4turnos_7dias-2027-01.abc.gif",
		"4turnos_7dias-2027-00.abc.svg",
		"9turnos-2027-01.abc.svg",
		"4turnos_7dias-2019-01.abc.svg",
		"..%2f..%2fetc%2fpasswd",
		"4turnos_7dias-2027-01.ABC.svg",
		"4turnos_7dias-E-2027-01.abc.svg",
		"4turnos_7dias-c-2027-01.abc.svg",
		"4turnos_7dias-C-2027-1.abc.svg",
		"4TURNOS_7DIAS-2027-01.abc.svg",
	])("%s: not found", async (file) => {
		expect((await picture(file)).status).toBe(404);
	});
});

describe("a diagram without its row", () => {
	beforeEach(async () => {
		await db.deleteFrom("diagramas").where("id", "=", "5turnos_6dias").execute();
	});

	test("has a page without data; its months and pictures are not found", async () => {
		const response = await diagram("/diagrams/5turnos_6dias");
		expect(response.status).toBe(200);
		expect((await response.json()).diagram).toBeUndefined();
		expect((await detail("5turnos_6dias-2027-01", "enero", "2027-01")).status).toBe(404);
		expect((await complete("5turnos_6dias", "2027-1")).status).toBe(404);
		expect((await picture("5turnos_6dias-2027-01.abc.svg")).status).toBe(404);
	});

	test("has the single item 'sin datos', on its page and in the list of the diagrams", () => {
		const page = renderToStaticMarkup(createElement(NoData, { title: "Diagrama 5 Turnos de 6 Días" }));
		expect(page.match(/<li[ >].*?<\/li>/g)).toEqual(['<li class="card">sin datos</li>']);
		const list = renderToStaticMarkup(createElement(DiagramList, { diagrams: [] }));
		expect(list.match(/sin datos/g)).toHaveLength(diagramNames.length);
	});
});
