import { type ComponentProps, createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { CrewChips } from "~/features/diagrams/crew-chips";
import { DiagramList, LastDiagram } from "~/features/diagrams/diagram-list";
import { LawNote } from "~/features/diagrams/diagram-notes";
import { CrewRows, MonthTable } from "~/features/diagrams/month-table";
import { HalfYears, MonthCard } from "~/features/diagrams/pages/month-card";
import { YearLinks } from "~/features/diagrams/pages/year-links";
import { PastWeeksLink } from "~/features/diagrams/past-weeks";
import {
	FIRST_YEAR,
	monthsTitle,
	parsePictureSlug,
	twoHalves,
	YEARS_AHEAD,
} from "~/features/diagrams/periods";
import { StepLinks } from "~/features/diagrams/step-links";
import { MissingTouristDays } from "~/features/holidays/holiday-list";
import { TOURIST_DAY } from "~/features/holidays/holiday-rule";
import { seededDiagram, seededDiagrams } from "../../support/seeded-diagrams";
import { wordsOf } from "../../support/texts/words-of";

const diagram = seededDiagram("4turnos_7dias");
const htmlFor = (part: ReactElement) => renderToStaticMarkup(part);
const wordsFor = (part: ReactElement) => wordsOf(htmlFor(part));
/** Each link's name and address. */
const linksIn = (html: string) =>
	[...html.matchAll(/<a\b[^>]*?href="([^"]*)"([^>]*)>(.*?)<\/a>/g)].map(
		([, href = "", more = "", text = ""]) => {
			const name = /aria-label="([^"]*)"/.exec(more)?.[1] ?? wordsOf(text);
			return `${name} ${href.replaceAll("&amp;", "&")}`;
		},
	);
const holiday = {
	date: "2026-11-23",
	name: "Soberanía",
	kind: "feriado",
	confirmed: true,
	source: "Ley",
} as const;

describe("the links to years", () => {
	const links = (year: number | undefined) => {
		const hrefOf = (each?: number) => (each ? `?year=${each}` : "?");
		const html = htmlFor(createElement(YearLinks, { label: "Años", year, today: "2026-11-21", hrefOf }));
		// An arrow before the year leads back, one after it leads on.
		const arrows = [...html.matchAll(/<a[^>]*>(<svg)?.*?(svg>)?<\/a>/g)].map(
			([, back, on]) => (back ? "‹" : "") + (on ? "›" : ""),
		);
		return linksIn(html).map((each, index) => each + (arrows[index] ?? ""));
	};

	test.each<[string, number | undefined, string[]]>([
		["from twelve months, this and the next", undefined, ["Año 2026 ?year=2026", "Año 2027 ?year=2027"]],
		["from a year, those beside it", 2024, ["Año 2023 ?year=2023‹", "Año 2025 ?year=2025›", "Desde hoy ?"]],
		[
			"from the first, only the next",
			FIRST_YEAR,
			[`Año ${FIRST_YEAR + 1} ?year=${FIRST_YEAR + 1}›`, "Desde hoy ?"],
		],
		[
			"from the last, only the one before",
			2026 + YEARS_AHEAD,
			[`Año ${2025 + YEARS_AHEAD} ?year=${2025 + YEARS_AHEAD}‹`, "Desde hoy ?"],
		],
	])("lead %s", (_, year, shown) => {
		expect(links(year)).toEqual(shown);
	});
});

test.each([
	["2026-11", ["Octubre 2026 2026-10‹", "Diciembre 2026 2026-12›"]],
	["2026-12", ["Noviembre 2026 2026-11‹", "Enero 2027 2027-01›"]],
	["2026", ["Año 2025 2025‹", "Año 2027 2027›"]],
	[`${FIRST_YEAR}-01`, [`Febrero ${FIRST_YEAR} ${FIRST_YEAR}-02›`]],
	[String(2026 + YEARS_AHEAD), [`Año ${2025 + YEARS_AHEAD} ${2025 + YEARS_AHEAD}‹`]],
])("the steps from %s are months or years that have calendars", (shown, links) => {
	const props = { shown, today: "2026-11-21", hrefOf: (step: string) => step };
	const html = htmlFor(createElement(StepLinks, props));
	const [before = ""] = html.split(/<b>|<h1>/);
	const count = linksIn(before).length;
	expect(linksIn(html).map((each, index) => each + (index < count ? "‹" : "›"))).toEqual(links);
	// Each arrow points its way.
	const signs = [...html.matchAll(/#([\w-]+)"/g)].map(([, sign]) => sign);
	expect(signs).toEqual(links.map((each) => (each.endsWith("‹") ? "left" : "right")));
});

test.each([
	[undefined, undefined, undefined, ["Todas /diagrams/4turnos_7dias *", "Escuadra A ?crew=A"]],
	["A", undefined, undefined, ["Todas /diagrams/4turnos_7dias", "Escuadra A ?crew=A *"]],
	["A", 2027, undefined, ["Todas ?year=2027", "Escuadra A ?year=2027&crew=A *"]],
	["B", undefined, "/other", ["Todas /other", "Escuadra A ?crew=A"]],
] as const)(
	"of the crew %s, in the year %s, the crews are links, and the shown one is marked",
	(crew, year, path, links) => {
		const html = htmlFor(createElement(CrewChips, { diagram, crew, year, path }));
		const marks = [...html.matchAll(/<a\b([^>]*)>/g)].map(([, text = ""]) =>
			text.includes('aria-current="true"') ? " *" : "",
		);
		expect(
			linksIn(html)
				.map((each, index) => each + marks[index])
				.slice(0, 2),
		).toEqual(links);
		expect(marks.filter(Boolean)).toHaveLength(1);
	},
);

describe("the list of diagrams", () => {
	const list = (props: Partial<ComponentProps<typeof DiagramList>>) =>
		htmlFor(createElement(DiagramList, { diagrams: seededDiagrams, ...props }));

	test("has each of the eleven once, with its crews and its cycle, or that it has no data", () => {
		const links = linksIn(list({}));
		expect(links).toHaveLength(11);
		expect(new Set(links).size).toBe(11);
		for (const { id, crews, cycle } of seededDiagrams)
			expect(links.find((each) => each.endsWith(`/${id}`))).toContain(
				`${crews} escuadras · ciclo de ${cycle.length} días`,
			);
		const single = { ...diagram, crews: 1, offset: 1, cycle: "N" };
		expect(list({ diagrams: [single] })).toContain(">1 escuadra · ciclo de 1 día<");
		expect(linksIn(list({ diagrams: [] })).every((each) => each.includes("sin datos"))).toBe(true);
		const [, strip = ""] = list({ diagrams: [diagram] }).split("<svg");
		expect(
			strip
				.match(/<path class="\w"/g)
				?.join("")
				.replace(/\W|path|class/g, ""),
		).toBe("MFTFNF");
		const [eight = "", other = ""] = list({}).split("Turnos de 12 horas");
		expect(other).toContain("/diagrams/12horas_insalubre");
		expect(eight).toContain("/diagrams/4turnos_7dias");
	});

	test("leads to the reader's own crew in the reader's diagram only", () => {
		const withCrew = linksIn(list({ own: { id: diagram.id, crew: "C" } })).filter((each) =>
			each.includes("crew="),
		);
		expect(withCrew.map((each) => each.split(" ").at(-1))).toEqual([`/diagrams/${diagram.id}?crew=C`]);
	});

	test.each([
		[undefined, true, "7 días Tu diagrama /diagrams/x"],
		["B", false, "7 días · Escuadra B Tu último diagrama /diagrams/x?crew=B"],
	])("has the last one seen in reach: crew %s", (crew, isOwn, link) => {
		expect(linksIn(htmlFor(createElement(LastDiagram, { id: "x", label: "7 días", crew, isOwn })))).toEqual([
			link,
		]);
	});
});

describe("the limits of the law", () => {
	const note = (cycle: string, id = "x") =>
		wordsFor(createElement(LawNote, { diagram: { ...seededDiagram("12horas_general"), id, cycle } }));

	test.each([
		["56 h in a week and 140 in three are within them", "DDDDFFF", false],
		["60 h in a week are not", "DDDDDFF", true],
	])("%s", (_, cycle, isSaid) => {
		expect(note(cycle) !== "").toBe(isSaid);
	});

	test("are said with what the diagram reaches, at the limit and above it", () => {
		// Shifts of eight hours: seven in a row are the 56 h of the limit.
		const eight = (cycle: string) => wordsFor(createElement(LawNote, { diagram: { ...diagram, cycle } }));
		expect(eight("MMMMMMMFFFFFFF")).toBe("");
		expect(eight(`${"M".repeat(18)}FFF`)).toBe("");
		expect(eight(`${"M".repeat(19)}FF`)).toMatch(
			/^Este diagrama llega a 56 h en 7 días y a 152 h en 21\. Para escuadras rotativas, el Decreto/,
		);
		expect(note("DDDDDFFFFFFFFFFFFFFFF")).toMatch(/^Este diagrama llega a 60 h en 7 días y a 60 h en 21\./);
	});

	test("of unhealthy work are others", () => {
		expect(note("DDDDDFF", "12horas_insalubre")).toMatch(
			/^Si tu tarea fue declarada insalubre, la ley fija 6 h por día/,
		);
	});
});

describe("the card of a month", () => {
	const share = { image: "/i.png", message: "https://wa.me" };
	const card = (more: Partial<ComponentProps<typeof MonthCard>>) =>
		htmlFor(
			createElement(MonthCard, { diagram, month: "2026-11", today: "2026-11-22", holidays: [], ...more }),
		);

	test("lists its own holidays, if it has any, and can be shared where there is a picture", () => {
		expect(wordsOf(card({}))).not.toContain("Compartir");
		expect(wordsOf(card({ share }))).toMatch(
			/Compartir noviembre 2026 Guardar la imagen Mandar por WhatsApp$/,
		);
		const december = { ...holiday, date: "2026-12-08", name: "Virgen" };
		const words = wordsOf(card({ holidays: [holiday, december] }));
		expect(words).toMatch(/Lunes 23 Soberanía \(feriado\)$/);
		expect(card({ holidays: [december] })).not.toContain("<ul");
	});
});

test.each([
	["4turnos_7dias-2027-01", "2027-01", undefined],
	["4turnos_7dias-C-2027-01", "2027-01", "C"],
	["4turnos_7dias-2027-2", "2027-2", undefined],
])("the picture %s is of %s and the crew %s", (slug, period, crew) => {
	const subject = { diagramId: "4turnos_7dias", period, crew };
	expect(parsePictureSlug(slug)).toEqual(subject);
	expect(parsePictureSlug("4turnos_7dias-C-2027-2")).toBeUndefined();
	expect(parsePictureSlug("4turnos_7dias-2027-13")).toBeUndefined();
});

test("the months of a page are called by the first and the last", () => {
	expect(monthsTitle(["2026-11", "2026-12", "2027-01"])).toBe("noviembre 2026 a enero 2027");
	expect(monthsTitle(["2026-11"])).toBe("noviembre 2026");
});

test.each([
	["2026-11", "2026-11-22", "Ver desde el 1 de noviembre"],
	["2026-11", "2026-11-03", ""],
	["2026-12", "2026-11-22", ""],
])("the weeks of %s that are past on %s are one link away", (month, today, words) => {
	expect(wordsFor(createElement(PastWeeksLink, { month, today, section: "s" }))).toBe(words);
});

test.each([
	["not published", 2027, [], true],
	["published", 2027, [{ date: "2027-03-22", name: TOURIST_DAY }], false],
	["published for another year", 2027, [{ date: "2026-03-22", name: TOURIST_DAY }], true],
	["in a year with other holidays", 2027, [{ date: "2027-05-01", name: "Trabajo" }], true],
	["of this year", 2026, [], true],
	["of a past year", 2025, [], false],
])("missing days for tourism are said: %s", (_, year, holidays, isSaid) => {
	const words = wordsFor(createElement(MissingTouristDays, { year, today: "2026-11-22", holidays }));
	expect(words.startsWith(`Faltan los días con fines turísticos de ${year}:`)).toBe(isSaid);
});

test("the plant's table of a month marks today, the holidays and the shown crew", () => {
	const html = htmlFor(
		createElement(CrewRows, {
			diagram,
			month: "2026-11",
			crew: "B",
			today: "2026-11-22",
			holidays: [holiday],
		}),
	);
	expect(html.match(/<tr aria-current="true"><th scope="row">(\w)/)?.[1]).toBe("B");
	expect(html.match(/<tr aria-current/g)).toHaveLength(1);
	expect(html.match(/aria-current="date"/g)).toHaveLength(4);
	expect([...html.matchAll(/class="holiday" aria-label="([^"]*)"/g)].map(([, day]) => day)).toEqual([
		"lunes 23",
	]);
});

test.each([
	["2026-06", 7, 5, "a month that begins on a Monday"],
	["2026-11", 1, 6, "one that begins on a Sunday"],
	["2027-02", 7, 4, "one of four whole weeks"],
])("the weeks of %s: %i days in the first of %i (%s)", (month, first, weeks) => {
	const html = htmlFor(
		createElement(MonthTable, { diagram, month, crew: "A", today: "2026-11-22", holidays: [] }),
	);
	const [, ...rows] = html.split("<tr").slice(1);
	expect(rows.map((row) => row.match(/<td/g)?.length)).toHaveLength(weeks);
	expect(rows[0]?.match(/<td[^>]*>\d/g)).toHaveLength(first);
	expect(rows[0]?.match(/colSpan="(\d)"/i)?.[1]).toBe(first < 7 ? String(7 - first) : undefined);
});

test.each([
	[undefined, "2026-06-30", ["2026-1", "2026-2"]],
	[undefined, "2026-07-01", ["2026-2", "2027-1"]],
	[2025, "2026-07-01", ["2025-1", "2025-2"]],
])("the halves to print, of the year %s, on %s", (year, today, halves) => {
	expect(twoHalves(year, today)).toEqual(halves);
	const links = linksIn(htmlFor(createElement(HalfYears, { diagram, halves })));
	expect(links.map((each) => each.slice(-6))).toEqual(halves);
});
