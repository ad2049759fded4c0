import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { rotationText } from "~/features/shift/rotation";
import { db } from "~/lib/database/db.server";
import * as myDays from "~/routes/auth.my-days";
import * as half from "~/routes/diagram-complete.$title.$image";
import * as month from "~/routes/diagram-detail.$image.$month.$monthHoliday";
import * as diagram from "~/routes/diagrams.$id";
import * as compare from "~/routes/diagrams.$id_.compare";
import * as statistics from "~/routes/diagrams.$id_.statistics";
import * as home from "~/routes/home";
import * as myShift from "~/routes/my-shift";
import * as months from "~/routes/my-shift_.calendar";
import * as myMonth from "~/routes/my-shift_.calendar_.$month";
import * as find from "~/routes/my-shift_.find";
import * as swap from "~/routes/my-shift_.swap";
import { correctDiagrams } from "../../../scripts/operator/correct-diagrams";
import { signedInUser } from "../../support/accounts";
import { describePage, show } from "../../support/pages/rendered-page";
import { seededDiagram } from "../../support/seeded-diagrams";

beforeAll(() => {
	// The clock shows a Saturday, 10:00 in Buenos Aires.
	vi.useFakeTimers({ now: new Date("2026-11-21T13:00:00Z"), toFake: ["Date"] });
});
afterAll(() => {
	vi.useRealTimers();
});

const ID = "4turnos_7dias";
const crewC = { Cookie: `mine=${ID}.C` };

const SOON = "00000000-0000-4000-8000-000000000001";

const foundPlace = {
	Cookie: `mine=${rotationText({ diagram: seededDiagram(ID), start: "2026-11-01" }, "2026-11-21")}`,
};

const unsure = "Sin confirmar por tu planta";
const figures = "Según un diagrama sin confirmar por la planta.";
const question = "Es mi escuadra No coincide";

describe("a diagram", () => {
	const crews = "Los feriados y el año de cada escuadra";
	describePage(diagram, `/diagrams/${ID}`, { id: ID }, [
		[
			"of all crews",
			"",
			{},
			[
				"Todas las escuadras, noviembre 2026 a octubre 2027",
				"Hoy, sábado 21 M",
				/^(?!.*Zoom.*Zoom)/,
				/^(?!.*Sin confirmar.*Sin confirmar)/,
				unsure,
				crews,
			],
			["Es mi escuadra", "Escuadra C,", "En el calendario de tu teléfono"],
		],
		[
			"of a crew",
			"?crew=C",
			{},
			[
				"Escuadra C, noviembre 2026",
				"Hoy, sábado 21 Escuadra C",
				question,
				/^(?!.*Es mi escuadra.*Es mi escuadra)/,
				"de la escuadra C",
				"En el calendario de tu teléfono Agregar 2026 Agregar 2027 ",
			],
			[crews],
		],
		[
			"of one's own",
			"?crew=C",
			crewC,
			["Hoy, sábado 21 Escuadra C"],
			["Es mi escuadra", unsure, "Coincide No"],
		],
		["of all crews, for whom has one", "", crewC, ["Todas las escuadras"], [unsure]],
		[
			"in a year",
			"?year=2027",
			{},
			["7 Días 2027", "enero 2027 a diciembre 2027", unsure, "Desde hoy"],
			["Hoy,", question],
		],
		["in a year, for whom has a crew", "?year=2027", crewC, ["7 Días 2027"], [unsure]],
		[
			"of a crew in a year",
			"?year=2027&crew=C",
			{},
			["Escuadra C, enero 2027", unsure, /En el calendario de tu teléfono Agregar 2027 (?!Agregar)/],
			["Hoy,", question],
		],
	]);
});

describe("a crew's year in figures", () => {
	const path = `/diagrams/${ID}/statistics`;
	describePage(statistics, path, { id: ID }, [
		[
			"of each crew",
			"",
			{},
			["El año de cada escuadra", "Escuadra D:", "?year=2027 ", figures],
			["2026 en números"],
		],
		[
			"of one",
			"?crew=B",
			{},
			[
				"El año de la escuadra B",
				"2026 en números",
				figures,
				` /diagrams/${ID}?crew=B `,
				"?year=2027&crew=B ",
			],
			["Escuadra D:"],
		],
	]);
});

describe("the comparison", () => {
	describePage(compare, `/diagrams/${ID}/compare`, { id: ID }, [
		[
			"before the choice",
			"",
			{},
			["Elegí las dos escuadras que querés comparar."],
			["Mes por mes", "Elegiste", figures],
		],
		[
			"of a crew with itself",
			"?crew=A&with=A",
			{},
			["Elegiste dos veces la escuadra A: elegí otra."],
			["Mes por mes"],
		],
		[
			"of two",
			"?crew=A&with=B",
			{},
			[
				"Francos en común Entre la",
				"Ningún franco en común",
				"Año 2026 Año 2027",
				` /diagrams/${ID}?crew=A `,
				figures,
			],
			["Elegí las dos"],
		],
		["in a year", "?crew=A&with=B&year=2027", {}, ["Francos en común 2027", "Desde hoy"], []],
	]);
});

describe("the swap", () => {
	const sure = "Sin la letra de tu escuadra, a las otras las reconocés por lo que hacen hoy.";
	describePage(swap, "/my-shift/swap", {}, [
		[
			"of a visitor",
			"",
			{},
			["Elegí tu diagrama, o decí qué turno tenés hoy."],
			["Tu ciclo es tuyo", "No es el mío"],
		],
		[
			"of a diagram",
			`?diagram=${ID}`,
			{},
			["· No es el mío", "Tu escuadra", " /my-shift/swap "],
			[", escuadra", "Otro día u otra escuadra", sure, figures],
		],
		[
			"of one's own crew",
			"",
			crewC,
			[", escuadra C · No es el mío", " /my-shift/find "],
			["Tu escuadra", sure, "Otro día"],
		],
		[
			"answered",
			"?date=2026-11-24&with=B",
			crewC,
			["El martes 24 de noviembre de 2026", "Otro día u otra escuadra", "Próximos días en que", figures],
			[sure],
		],
		[
			"answered to whom has found the own place",
			"?date=2026-11-24&with=1",
			foundPlace,
			["Próximos días en que", sure],
			[figures],
		],
	]);

	test("in a diagram of one crew is not asked for, and not offered", async () => {
		const before = seededDiagram("3turnos");
		const alone = { ...before, crews: 1, offset: before.cycle.length };
		await correctDiagrams([alone]);
		onTestFinished(async () => {
			await correctDiagrams([before]);
		});
		const words = await show(swap, "/my-shift/swap?diagram=3turnos&crew=A&with=A");
		expect(words).toContain(
			"Ese diagrama tiene una sola escuadra: no hay con quién cambiar. Elegí tu diagrama",
		);
		expect(words).not.toMatch(/Cambiar con|Tu ciclo/);
		expect(await show(myShift, "/my-shift", {}, { Cookie: "mine=3turnos.A" })).not.toContain(
			"cambiar un turno",
		);
	});
});

describe("a month of a diagram", () => {
	const params = { image: `${ID}-2026-12`, month: "diciembre", monthHoliday: "2026-12" };
	describePage(month, `/diagram-detail/${ID}-2026-12/diciembre/2026-12`, params, [
		[
			"of all crews",
			"",
			{},
			[
				"Días, sin confirmar por la planta",
				"Turno mañana: A",
				"Martes 8 Inmaculada Concepción (feriado)",
				` /diagrams/${ID}#diciembre `,
			],
			[", escuadra ", "no tiene feriados"],
		],
		["of one", "?crew=A", {}, [", escuadra A", "Turno mañana, 06 a 14"], ["Turno mañana: A"]],
	]);
	const empty = { image: `${ID}-2025-02`, month: "febrero", monthHoliday: "2025-02" };
	describePage(month, `/diagram-detail/${ID}-2025-02/febrero/2025-02`, empty, [
		[
			"without holidays",
			"",
			{},
			["Feriados Este mes no tiene feriados.", ` /diagrams/${ID}?year=2025#febrero `],
			[],
		],
	]);
});

describe("half a year of a diagram", () => {
	describePage(half, `/diagram-complete/${ID}/2027-1`, { title: ID, image: "2027-1" }, [
		[
			"of all crews",
			"",
			{},
			[
				/^(?!.*Compartir.*Compartir).*Enero a junio 2027, sin confirmar por la planta ▾ Todas .*Compartir enero a junio 2027 .*Enero 2027 .*una fila por escuadra/,
				"Julio a diciembre 2027",
				` /diagrams/${ID} `,
			],
			[", escuadra A"],
		],
		[
			"of one",
			"?crew=A",
			{},
			[
				", escuadra A",
				/^(?!.*Compartir.*Compartir).*Junio 2027, escuadra A .*Compartir enero/,
				` /diagrams/${ID}?crew=A `,
			],
			["una fila por escuadra"],
		],
	]);
	describePage(half, `/diagram-complete/${ID}/2027-2`, { title: ID, image: "2027-2" }, [
		["its second half", "", {}, ["Enero a junio 2027 Volver arriba", ` /diagrams/${ID}?year=2027 `], []],
	]);
});

describe("one's own pages", () => {
	const tell = "decinos qué turno tenés hoy";
	describePage(months, "/my-shift/calendar", {}, [
		[
			"of a visitor",
			"",
			crewC,
			[
				"Mis doce meses Año 2026",
				"Números",
				new RegExp(`^(?!.*${figures}.*${figures}).*escuadra C. ${figures} Feriados que te tocan`),
				"2026 en números",
			],
			[tell, "Tus días de", "Tu diagrama y escuadra"],
		],
		["of one who has found the own place", "", foundPlace, ["con tus propios turnos "], [figures]],
		[
			"of a year",
			"?year=2027",
			crewC,
			[
				"Mis meses de 2027",
				"2027 en números",
				"Desde hoy",
				" /my-shift/calendar ",
				"/my-shift/calendar?year=2028 ",
			],
			[],
		],
	]);
	describePage(myMonth, "/my-shift/calendar/2026-12", { month: "2026-12" }, [
		["a visitor's month", "", crewC, [`escuadra C. ${figures} `], [tell]],
		["a month of a found place", "", foundPlace, ["con tus propios turnos "], [figures]],
	]);
	describePage(myShift, "/my-shift", {}, [
		[
			"of a visitor's crew",
			"",
			crewC,
			["Mi turno Hoy, sábado 21 Escuadra C", "Noviembre 2026", "Diciembre 2026"],
			["Enero 2027", "Coincide No", "Mis días"],
		],
	]);
	const ask = "¿Qué turno te toca? Hoy";
	describePage(home, "/home", {}, [
		[
			"the home page of a visitor",
			"",
			{},
			["¿Qué turno te toca?", "Próximo feriado, lunes 23 de noviembre de 2026", "Turnos de 12 horas"],
			["Tu último diagrama", "Diagramas de la planta"],
		],
		[
			"of one who has seen a crew",
			"",
			{ Cookie: `crew=${ID}.B` },
			["¿Qué turno te toca?", "Escuadra B Tu último diagrama", "· Elegir otro diagrama"],
			["Tu diagrama"],
		],
		[
			"of one with shifts",
			"",
			crewC,
			["Mi turno Hoy, sábado 21", "Mis doce meses", "Diagramas de la planta"],
			[ask, "Tu último diagrama", "Próximo feriado,", "¿Me pagaron bien?"],
		],
		[
			"of one without shifts, whose document expires soon",
			"",
			async () => {
				const { user, headers } = await signedInUser();
				const paper = { title: "Carné", description: "x", expires_on: "2026-11-30", created_at: 1 };
				await db
					.insertInto("documents")
					.values({ ...paper, user_id: user.id, id_file: SOON })
					.execute();
				return headers;
			},
			[
				"¿Qué turno te toca?",
				"F Franco Carné Vence en 9 días, el 30/11/2026 Elegí tu diagrama",
				` /auth/view-document/${SOON} `,
			],
			[],
		],
	]);

	test("of a user without shifts say how to have them", async () => {
		const { headers } = await signedInUser();
		const words = await show(months, "/my-shift/calendar", {}, headers);
		expect(words).toContain(tell);
		expect(words).not.toMatch(/Números|en números/);
	});

	test("of a user without shifts any more have the former ones, and say that they are uncertain", async () => {
		const { user, headers } = await signedInUser();
		const row = { user_id: user.id, cycle_start: null, changed_at: 0 };
		await db
			.insertInto("rotation_history")
			.values([
				{ ...row, since: "1900-01-01", diagram: ID, crew: "B" },
				{ ...row, since: "2026-11-01", diagram: null, crew: null },
			])
			.execute();
		const wordsOf = (shown: string) => show(myDays, `/auth/my-days?month=${shown}`, {}, headers);
		expect(await wordsOf("2026-10")).toMatch(new RegExp(`${tell}\\. ${figures}`));
		expect(await wordsOf("2026-10")).toContain("F franco");
		expect(await wordsOf("2026-11")).not.toMatch(new RegExp(`${figures}|F franco`));
		const year = await show(months, "/my-shift/calendar?year=2026", {}, headers);
		expect(year).toMatch(new RegExp(`Números .*${tell}\\. .*Octubre 2026.*${figures} Feriados que te tocan`));
		expect(year).toMatch(/feriados de 2026 en que sabemos tu turno.*2026 en números/);
		// The month that has begun has some of them.
		const stopped = { since: "2026-11-10" };
		await db.updateTable("rotation_history").set(stopped).where("since", "=", "2026-11-01").execute();
		const fromToday = await show(months, "/my-shift/calendar", {}, headers);
		expect(fromToday).toContain(tell);
		expect(fromToday).not.toMatch(/Números|en números|Noviembre 2026/);
	});

	test("of a user name what a press on the first of several crews would do", async () => {
		const { user, headers } = await signedInUser({ diagram: ID, crew: "C" });
		const row = { user_id: user.id, diagram: ID, cycle_start: null, changed_at: 0 };
		await db
			.insertInto("rotation_history")
			.values([
				{ ...row, since: "1900-01-01", crew: "B" },
				{ ...row, since: "2026-11-01", crew: "C" },
			])
			.execute();
		expect(await show(months, "/my-shift/calendar", {}, headers)).toMatch(
			/escuadra C Desde el 01\/11\/2026, ahora .*escuadra B Desde el principio: eliminar /,
		);
	});

	test("of a user have the days and the history, and offer the pay", async () => {
		const { headers } = await signedInUser({ diagram: ID, crew: "C" });
		expect(await show(months, "/my-shift/calendar", {}, headers)).toMatch(
			/Tus días de 2026 .*Tu diagrama y escuadra .*Desde el principio, ahora (?!: eliminar)/,
		);
		expect(await show(home, "/home?inicio=1", {}, headers)).toContain("¿Me pagaron bien?");
		expect(await show(myShift, "/my-shift", {}, headers)).toMatch(
			/Coincide No coincide .*Mis días: vacaciones/,
		);
	});
});

test.each<[string, { meta: unknown }, object, string]>([
	["a diagram", diagram, { name: { title: "X" } }, "El diagrama X, doce meses desde hoy"],
	["a diagram's year", diagram, { name: { title: "X" }, shownYear: 2027 }, "El diagrama X, 2027"],
	["half a year", half, { name: "X", title: "Enero a junio 2027" }, "X, Enero a junio 2027"],
	["a month", month, { month: "2026-12", name: "X" }, "Diciembre 2026, X"],
	["a comparison", compare, { sides: [{ diagram: { id: "2turnos" } }] }, "2 turnos: compará dos escuadras"],
	["a crew's year", statistics, { crew: "A", name: { title: "X" } }, "El año de la escuadra A"],
	["each crew's year", statistics, { name: { title: "X" } }, "El año de cada escuadra"],
	["one's own cycle", find, { cycle: {} }, "Mi ciclo"],
	["the search for one's shifts", find, { step: {} }, "¿Qué turno tenés hoy?"],
	["one's month", myMonth, { month: "2026-12" }, "Diciembre 2026 · Mi mes"],
])("the tab and a search engine name %s", (_, { meta }, data, words) => {
	if (typeof meta !== "function") throw new Error("no titles");
	expect(JSON.stringify(meta({ data }))).toContain(words);
	expect(JSON.stringify(meta({ data }))).not.toContain("undefined");
});
