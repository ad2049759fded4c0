import { randomUUID } from "node:crypto";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ChooseCrews } from "~/features/crews/comparison/choose-crews";
import type { ComparedMonth } from "~/features/crews/comparison/common-days";
import { crewNames } from "~/features/crews/comparison/compared-crews";
import { Comparison } from "~/features/crews/comparison/comparison";
import { findDiagram } from "~/features/diagrams/diagrams.server";
import { saveOwnDay } from "~/features/own-days/own-days.server";
import { updateProfile } from "~/features/profile/profiles.server";
import { rotationOf, rotationText } from "~/features/shift/rotation";
import { db } from "~/lib/database/db.server";
import { addDays } from "~/lib/time/civil-date";
import { loader as elsewhere } from "~/routes/$";
import { loader as compareLoader } from "~/routes/diagrams.$id_.compare";
import { loader as statisticsLoader } from "~/routes/diagrams.$id_.statistics";
import { loader as calendarLoader } from "~/routes/my-shift_.calendar";
import { loader as swapLoader } from "~/routes/my-shift_.swap";
import { signedInUser } from "../support/accounts";
import { argsFor, responseOf } from "../support/requests";

// The clock shows a Saturday, 10:00 in Buenos Aires.
beforeEach(() => {
	vi.useFakeTimers({ now: new Date("2026-11-21T13:00:00Z"), toFake: ["Date"] });
	return () => vi.useRealTimers();
});

const crewC = { Cookie: "mine=4turnos_7dias.C" };

/** Cookie of a visitor whose cycle starts one day after crew A's. */
async function positionCookie() {
	const diagram = await findDiagram("4turnos_7dias");
	if (!diagram) throw new Error("no diagram");
	const start = addDays(rotationOf(diagram, "A").start, 1);
	return { Cookie: `mine=${rotationText({ diagram, start }, "2026-11-21")}` };
}

function addVacation(userId: string, firstDay: string, lastDay: string) {
	const values = { kind: "vacaciones", firstDay, lastDay, crew: null, note: "" } as const;
	return saveOwnDay({ userId, id: randomUUID() }, values);
}

async function dataOf(response: Response) {
	expect(response.status).toBe(200);
	return response.json();
}

describe("diagrams/{id}/compare", () => {
	const compare = (query: string, id = "4turnos_7dias", headers: Record<string, string> = {}) =>
		responseOf(() => compareLoader(argsFor(`/diagrams/${id}/compare${query}`, { id }, { headers })));
	const crewsIn = async (query: string) => {
		const { sides, compared } = await dataOf(await compare(query));
		const crews = sides.map(({ diagram, crew }: { diagram: { id: string }; crew?: string }) => [
			diagram.id,
			crew,
		]);
		return [...crews, compared?.months.length];
	};

	test.each([
		["", "?crew=C"],
		["?year=2027", "?year=2027&crew=C"],
		["?crew=A", undefined],
	])("opens with one's own crew unless the address names one: %s", async (query, target) => {
		const response = await compare(query, "4turnos_7dias", { Cookie: "mine=4turnos_7dias.C" });
		if (target) expect(response).toRedirectTo(`/diagrams/4turnos_7dias/compare${target}`);
		else expect(response.status).toBe(200);
	});

	test("the links to the crews say that they lead to a crew", async () => {
		const { sides } = await dataOf(await compare(""));
		const html = renderToStaticMarkup(createElement(ChooseCrews, { sides }));
		const links = html.match(/<a .*?<\/a>/g)?.map((link) => link.replace(/<[^>]+>/g, ""));
		expect(links).toEqual(["A", "B", "C", "D", "A", "B", "C", "D"].map((crew) => `Escuadra ${crew}`));
	});

	test("two crews, for twelve months from the current one on", async () => {
		const { months } = (await dataOf(await compare("?crew=A&with=C"))).compared;
		expect(months).toHaveLength(12);
		expect(months[0]).toMatchObject({ month: "2026-11" });
		expect(months[11]).toMatchObject({ month: "2027-10" });
	});

	test("the holidays of all shown months are marked in the calendar with both letters", async () => {
		const { months } = (await dataOf(await compare("?crew=A&with=C"))).compared;
		const html = renderToStaticMarkup(
			createElement(Comparison, { names: ["A", "C"], months: [months[1]], today: "2026-11-22" }),
		);
		expect(html).toContain('<td class="holiday">8<span class="hidden-text"> feriado </span>');
		expect(html.match(/class="holiday( common)?"/g)).toHaveLength(3);
		const names = months.flatMap(({ days }: ComparedMonth) => days.filter(({ holiday }) => holiday));
		expect(names.map(({ date }: { date: string }) => date)).toContain("2027-10-11");
	});

	test.each([
		["2026-12-30", "2026-12-31", "del miércoles 30 al jueves 31 de diciembre"],
		["2026-12-30", "2027-01-02", "del miércoles 30 de diciembre al sábado 2 de enero de 2027"],
		["2027-01-02", "2027-01-02", "sábado 2 de enero de 2027"],
	])(
		"the next days off together, %s to %s, say their year when it is not this one",
		async (first, last, text) => {
			const { sides, today, compared } = await dataOf(await compare("?crew=A&with=5turnos_7dias&withCrew=B"));
			const shown = { names: crewNames(sides), today, ...compared, next: { first, last } };
			const html = renderToStaticMarkup(createElement(Comparison, shown));
			expect(html).toContain(`<p>Lo próximo: ${text}.</p>`);
		},
	);

	test("crews that never rest together are told why and when they are free, without months of nothing", async () => {
		const { sides, today, compared } = await dataOf(await compare("?crew=A&with=C"));
		const html = renderToStaticMarkup(
			createElement(Comparison, { names: crewNames(sides), today, ...compared }),
		);
		expect(html).toContain("Ningún franco en común");
		expect(html).toContain("En este diagrama descansa una sola escuadra por día.");
		expect(html).toMatch(
			/<dt>\S+ \d+ de (noviembre|diciembre) <small>de \d\d a \d\d[^<]*<\/small><\/dt><dd>16\u00a0h<\/dd>/,
		);
		expect(html).not.toContain("<table");
		const other = (await dataOf(await compare("?crew=A&with=5turnos_7dias&withCrew=B"))).compared;
		expect(other.never).toBeUndefined();
	});

	test("without a first crew begins with the visitor's own, if it is of this diagram", async () => {
		expect(await compare("", "4turnos_7dias", crewC)).toRedirectTo("/diagrams/4turnos_7dias/compare?crew=C");
		expect(await compare("?with=A", "4turnos_7dias", crewC)).toRedirectTo(
			"/diagrams/4turnos_7dias/compare?with=A&crew=C",
		);
		const { headers } = await signedInUser({ diagram: "2turnos", crew: "B" });
		expect(await compare("", "2turnos", headers)).toRedirectTo("/diagrams/2turnos/compare?crew=B");
		expect((await compare("", "3turnos", crewC)).status).toBe(200);
		expect((await compare("", "4turnos_7dias", await positionCookie())).status).toBe(200);
	});

	test("a year from January to December", async () => {
		const { months } = (await dataOf(await compare("?crew=A&with=C&year=2028"))).compared;
		expect(months[0]).toMatchObject({ month: "2028-01" });
		expect(months[1].days).toHaveLength(29);
	});

	test.each([
		["", [["4turnos_7dias", undefined], ["4turnos_7dias", undefined], undefined]],
		["?crew=a", [["4turnos_7dias", "A"], ["4turnos_7dias", undefined], undefined]],
		["?with=c", [["4turnos_7dias", undefined], ["4turnos_7dias", "C"], undefined]],
		["?crew=B&with=B", [["4turnos_7dias", "B"], ["4turnos_7dias", "B"], undefined]],
		["?with=5turnos_7dias", [["4turnos_7dias", undefined], ["5turnos_7dias", undefined], undefined]],
		["?crew=A&with=5turnos_7dias&withCrew=e", [["4turnos_7dias", "A"], ["5turnos_7dias", "E"], 12]],
		["?crew=A&with=2_turnos&withCrew=B", [["4turnos_7dias", "A"], ["2turnos", "B"], 12]],
		["?crew=A&with=4turnos_7dias&withCrew=D", [["4turnos_7dias", "A"], ["4turnos_7dias", "D"], 12]],
	])("%s asks for the missing choice", async (query, expected) => {
		expect(await crewsIn(query)).toEqual(expected);
	});

	test.each([
		"?crew=E&with=A",
		"?crew=A&with=E",
		"?crew=A&with=nada",
		"?crew=A&with=__proto__",
		"?crew=A&with=2turnos&withCrew=C",
		"?crew=A&with=C&year=1999",
		`?crew=A&with=${"x".repeat(5000)}`,
	])("%s is not found", async (query) => {
		expect((await compare(query)).status).toBe(404);
	});

	test("an unknown diagram is not found, a former id redirects, blanks are removed from the address", async () => {
		expect((await compare("?crew=A&with=B", "6turnos")).status).toBe(404);
		expect(await compare("?crew=A&with=B", "2_turnos")).toRedirectTo(
			"/diagrams/2turnos/compare?crew=A&with=B",
		);
		expect(await compare("?crew=A&with=")).toRedirectTo("/diagrams/4turnos_7dias/compare?crew=A");
	});
});

describe("diagrams/{id}/statistics", () => {
	const statistics = (query: string, id = "4turnos_7dias", headers: Record<string, string> = {}) =>
		responseOf(() => statisticsLoader(argsFor(`/diagrams/${id}/statistics${query}`, { id }, { headers })));

	test("shows the year of a crew with its holidays, including unconfirmed ones", async () => {
		const { shown, years } = await dataOf(await statistics("?crew=C&year=2027"));
		expect(years).toEqual([]);
		expect(shown.figures.days).toBe(365);
		expect(shown.holidays.find(({ date }: { date: string }) => date === "2027-11-20").confirmed).toBe(false);
	});

	test("of the visitor's own crew is the visitor's own year", async () => {
		expect(await statistics("?crew=c&year=2027", "4turnos_7dias", crewC)).toRedirectTo(
			"/my-shift/calendar?year=2027#numeros",
		);
		for (const [query, id] of [
			["", "4turnos_7dias"],
			["?crew=A", "4turnos_7dias"],
			["?crew=B", "2turnos"],
		] as const)
			expect((await statistics(query, id, crewC)).status, query).toBe(200);
	});

	test("without a crew shows each crew", async () => {
		const { shown, years } = await dataOf(await statistics(""));
		expect(shown).toBeUndefined();
		expect(years.map(({ crew, year }: { crew: string; year: number }) => `${crew} ${year}`)).toEqual([
			"A 2026",
			"B 2026",
			"C 2026",
			"D 2026",
		]);
	});

	test("unknown values are not found, a former id redirects", async () => {
		for (const query of ["?crew=E", "?year=2019", "?year=x"])
			expect((await statistics(query)).status, query).toBe(404);
		expect((await statistics("", "6turnos")).status).toBe(404);
		expect(await statistics("?year=2027", "2_turnos")).toRedirectTo("/diagrams/2turnos/statistics?year=2027");
	});
});

describe("the year on my-shift/calendar", () => {
	const open = (headers: Record<string, string>, query = "") =>
		responseOf(() => calendarLoader(argsFor(`/my-shift/calendar${query}`, {}, { headers })));
	const yearOf = async (...args: Parameters<typeof open>) => (await dataOf(await open(...args))).workYear;

	test("has a former address", async () => {
		const args = argsFor("/my-shift/year?year=2027", { "*": "my-shift/year" });
		const response = await responseOf(() => elsewhere(args));
		expect(response.status).toBe(301);
		expect(response).toRedirectTo("/my-shift/calendar?year=2027#numeros");
	});

	test("asks a visitor without a calendar for the shift, and shows all others their own year", async () => {
		expect(await open({})).toRedirectTo("/my-shift/find");
		expect(await dataOf(await open(crewC, "?year=2027"))).toMatchObject({
			who: "4 turnos de 7 días, escuadra C. Según un diagrama sin confirmar por la planta.",
			workYear: { year: 2027 },
		});
		const { headers } = await signedInUser({ diagram: "2turnos", crew: "B" });
		expect(await dataOf(await open(headers))).toMatchObject({
			who: "2 turnos, escuadra B. Según un diagrama sin confirmar por la planta.",
			workYear: { year: 2026 },
		});
	});

	test("is said to be uncertain if a day of it is, or of the shown months, and not otherwise", async () => {
		const { user, headers } = await signedInUser({ diagram: "2turnos", crew: "B" });
		const row = { user_id: user.id, diagram: "2turnos", changed_at: 0 };
		const found = { ...row, crew: null, cycle_start: "2026-01-01" };
		const unsure = { ...row, crew: "B", cycle_start: null } as const;
		const rows = [
			{ ...unsure, since: "1900-01-01" },
			{ ...found, since: "2024-07-01" },
			{ ...unsure, since: "2026-05-01" },
			{ ...found, since: "2026-06-01" },
		];
		await db.insertInto("rotation_history").values(rows).execute();
		const isUnsure = async (query: string) =>
			(await dataOf(await open(headers, query))).who.includes("sin confirmar");
		expect(await isUnsure("?year=2024")).toBe(true);
		expect(await isUnsure("?year=2025")).toBe(false);
		// May of 2026 is none of the twelve months from November on.
		expect(await isUnsure("")).toBe(true);
		const swap = { firstDay: "2025-06-01", lastDay: "2025-06-01", crew: "A", note: "" } as const;
		await saveOwnDay({ userId: user.id, id: randomUUID() }, { ...swap, kind: "cambio" });
		expect(await isUnsure("?year=2025")).toBe(true);
	});

	test("counts a personal position by its own shifts", async () => {
		const { who, workYear } = await dataOf(await open(await positionCookie()));
		expect(who).toBe("4 turnos de 7 días, con tus propios turnos");
		expect(workYear.figures).not.toEqual((await yearOf(crewC)).figures);
	});

	test("counts a vacation neither as work nor as days off", async () => {
		const { user, headers } = await signedInUser({ diagram: "2turnos", crew: "B" });
		const before = (await yearOf(headers, "?year=2027")).figures;
		await addVacation(user.id, "2027-03-01", "2027-03-14");
		const after = (await yearOf(headers, "?year=2027")).figures;
		expect(after.absences).toBe(14);
		expect(after.letters.F).toBe(before.letters.F - 2);
		expect(after.workMinutes).toBe(before.workMinutes - 12 * 480);
	});

	test("shows own days even if the calendar is only in the cookie", async () => {
		const { user, headers } = await signedInUser({ diagram: "4turnos_7dias" });
		await addVacation(user.id, "2026-12-01", "2026-12-14");
		const both = { Cookie: `${headers.Cookie}; ${crewC.Cookie}` };
		const { calendar, workYear } = await dataOf(await open(both));
		expect(workYear.figures.absences).toBe(14);
		expect(calendar.ownDays).toMatchObject([{ firstDay: "2026-12-01" }]);
	});

	test("an unknown year is not found", async () => {
		expect((await open(crewC, "?year=1999")).status).toBe(404);
	});
});

describe("my-shift/swap", () => {
	const swap = (query: string, headers: Record<string, string> = {}) =>
		responseOf(() => swapLoader(argsFor(`/my-shift/swap${query}`, {}, { headers })));

	test("asks a visitor without a calendar for the diagram, then for the crew, then shows the swap", async () => {
		expect((await dataOf(await swap(""))).ask).toBe("diagram");
		const asked = await dataOf(await swap("?diagram=4turnos_7dias"));
		expect(asked).toMatchObject({ ask: "swap", crews: ["A", "B", "C", "D"], errors: {} });
		const known = await dataOf(await swap("?diagram=4turnos_7dias&crew=A&date=2026-12-02&with=b"));
		expect(known.swap).toMatchObject({ kind: "exchange", me: { swapped: { letter: "N" } } });
		expect(known.good.length).toBeGreaterThan(0);
	});

	test("uses the visitor's own crew, unless the address names another", async () => {
		expect(await dataOf(await swap("?with=A", crewC))).toMatchObject({
			crew: "C",
			others: ["A", "B", "D"].map((value) => ({ value, isSure: true })),
			otherName: "la escuadra A",
		});
		const shared = await dataOf(await swap("?diagram=2turnos&crew=A&with=B", crewC));
		expect(shared).toMatchObject({ crew: "A", diagram: { id: "2turnos" } });
	});

	test("proposes no swap during a vacation, and says that the day is in a vacation", async () => {
		const { user, headers } = await signedInUser({ diagram: "2turnos", crew: "B" });
		await addVacation(user.id, "2026-11-22", "2026-12-31");
		const { swap: said, good } = await dataOf(await swap("?date=2026-11-25&with=A", headers));
		expect(said).toMatchObject({
			kind: "i-cover",
			absence: "vacaciones",
			me: { planned: { letter: "F" } },
		});
		expect(good).toEqual([]);
	});

	test.each([
		["far ahead", "2028-03-01", "2028-02-20", "2028-03-31", { kind: "i-cover", absence: "vacaciones" }],
		["of the next weeks, while the date is long past", "2021-05-05", "2026-11-22", "2026-12-31", {}],
	])("takes a vacation %s into account", async (_when, date, firstDay, lastDay, expected) => {
		const { user, headers } = await signedInUser({ diagram: "2turnos", crew: "B" });
		await addVacation(user.id, firstDay, lastDay);
		const { swap: said, good } = await dataOf(await swap(`?date=${date}&with=A`, headers));
		expect(said).toMatchObject({ date, ...expected });
		expect(good).toEqual([]);
	});

	test.each([
		["2021-05-05", "2026-11-22"],
		["2026-12-10", "2026-12-11"],
	])("beside the swap of %s proposes swaps from %s on", async (date, from) => {
		const { good } = await dataOf(await swap(`?date=${date}&with=A`, crewC));
		const dates = good.map((each: { date: string }) => each.date);
		expect(dates).toHaveLength(6);
		expect(dates.filter((each: string) => each < from || each > addDays(from, 27))).toEqual([]);
	});

	test("proposes the next working day until a date is chosen", async () => {
		const { user, headers } = await signedInUser({ diagram: "2turnos", crew: "B" });
		const shown = async (query: string) => (await dataOf(await swap(query, headers))).typed.date;
		// The clock shows a Saturday. The page proposes Monday, because Sunday is a day off.
		expect(await shown("")).toBe("2026-11-23");
		await addVacation(user.id, "2026-11-23", "2026-11-24");
		expect(await shown("?with=A")).toBe("2026-11-25");
		expect(await shown("?date=2026-12-05")).toBe("2026-12-05");
		expect(await shown("?date=2026-02-30")).toBeUndefined();
		expect(await shown("?date=2040-12-05")).toBe("2040-12-05");
		expect((await dataOf(await swap("?diagram=2turnos"))).typed.date).toBeUndefined();
	});

	test("after a change of crew, last night's shift is that of the crew of before", async () => {
		// On the night to 21 November crew A works until 6 o'clock, when the morning shift of crew C begins.
		const { user, headers } = await signedInUser({ diagram: "4turnos_7dias", crew: "A" });
		await updateProfile(user.id, { diagram: "4turnos_7dias", crew: "D" });
		const { swap: said } = await dataOf(await swap("?date=2026-11-21&with=C", headers));
		expect(said.me.swapped).toMatchObject({ letter: "M", rests: [{ minutes: 0 }, {}] });
	});

	test("on a day of a former diagram there was nobody of this one to swap with", async () => {
		const { user, headers } = await signedInUser({ diagram: "12horas_general", crew: "B" });
		await updateProfile(user.id, { diagram: "4turnos_7dias", crew: "D" });
		const before = await dataOf(await swap("?date=2026-11-20&with=C", headers));
		expect(before.errors).toEqual({ date: "Ese día no tenías turno en este diagrama: poné otro." });
		expect(before.swap).toBeUndefined();
		expect((await dataOf(await swap("?date=2026-11-21&with=C", headers))).errors).toEqual({});
	});

	test("with a personal position the other crews have no letters", async () => {
		const {
			crew,
			others,
			swap: said,
		} = await dataOf(await swap("?date=2026-12-05&with=1", await positionCookie()));
		expect(crew).toBeUndefined();
		expect(others).toMatchObject(["1", "2", "3"].map((value) => ({ value, isSure: false })));
		expect(said.date).toBe("2026-12-05");
	});

	test.each([
		["", {}],
		["?diagram=2turnos", {}],
		["?date=2026-12-05", { with: "Elegí con qué escuadra, que no sea la tuya." }],
		["?date=2026-12-05&with=C", { with: "Elegí con qué escuadra, que no sea la tuya." }],
		["?date=2026-12-05&with=%F0%9F%94%A5", { with: "Elegí con qué escuadra, que no sea la tuya." }],
		["?with=E", { with: "Elegí con qué escuadra, que no sea la tuya." }],
		["?date=2026-02-30&with=A", { date: "Poné un día entre 2020 y 2031." }],
		["?date=1999-01-01&with=A", { date: "Poné un día entre 2020 y 2031." }],
		["?diagram=2turnos&date=2026-12-05&with=A", { crew: "Elegí tu escuadra." }],
	])("%j gets these messages beside its fields: %j", async (query, errors) => {
		const answer = await dataOf(await swap(query, crewC));
		expect(answer.errors).toEqual(errors);
		expect(answer.swap).toBeUndefined();
	});

	test("an unknown diagram or crew is not found, and blanks are removed from the address", async () => {
		expect((await swap("?diagram=nada")).status).toBe(404);
		expect((await swap("?diagram=4turnos_7dias&crew=E")).status).toBe(404);
		expect(await swap("?date=&with=A")).toRedirectTo("/my-shift/swap?with=A");
	});
});
