import { readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { type CrewLetter, crewsOf, type Diagram } from "~/features/diagrams/cycle";
import { MonthGrid } from "~/features/diagrams/month-grid";
import { CrewRows, MonthTable, type MonthTableProps } from "~/features/diagrams/month-table";
import { shareText } from "~/features/diagrams/pages/picture-address.server";
import { periodPath, twelveMonths } from "~/features/diagrams/periods";
import { proposeHolidays } from "~/features/holidays/holiday-rule";
import { publicOrigin } from "~/lib/env.server";
import { days, naiveCrewPosition, naiveLetters } from "../support/naive-shifts";
import { seededDiagrams as diagrams, seededDiagram } from "../support/seeded-diagrams";
import { wordsOf } from "../support/texts/words-of";

const sevenDays = seededDiagram("4turnos_7dias");
const names: Readonly<Record<string, string>> = {
	M: "Turno mañana",
	T: "Turno tarde",
	N: "Turno noche",
	D: "Turno día",
	F: "Franco",
};
/** A diagram whose first shift is N. Its calendar shows all shifts as HTML elements, and none as a line of text. */
const nightFirst: Diagram = {
	...sevenDays,
	hours: { N: ["00:00", "08:00"], M: ["08:00", "16:00"], T: ["16:00", "00:00"] },
};
/** A diagram in which no crew works the afternoon shift on Sundays. */
const closed: Diagram = {
	...sevenDays,
	cycle: "MMMMMMMTTTTTTF",
	crews: 2,
	closedWeekdays: [7],
	hours: { M: ["06:00", "14:00"], T: ["14:00", "22:00"] },
};

describe.each(
	[...diagrams, nightFirst, closed].map((diagram, index) => [`${diagram.id} ${index}`, diagram] as const),
)("the calendars of %s", (_, diagram) => {
	const letters = crewsOf(diagram).map((_, crew) => naiveLetters(diagram, naiveCrewPosition(diagram, crew)));

	test("of all crews show the crew of every shift, in the order of the day", () => {
		const shifts = Object.entries(diagram.hours)
			.filter(([shift]) => diagram.cycle.includes(shift))
			.sort(([, [one]], [, [other]]) => (one < other ? -1 : 1))
			.map(([shift]) => shift);
		forEachMonth((month, from) => {
			for (const [index, text] of textsOf(monthHtml({ diagram, ...month })).entries()) {
				const lines = shifts.flatMap((shift) => {
					const crew = letters.findIndex((own) => own[from + index] === shift);
					return crew < 0 ? [] : [`${shift} ${crewsOf(diagram)[crew]}`];
				});
				expect(text, days[from + index]).toBe([index + 1, ...lines].join(" "));
			}
		});
	});

	test("of a crew show its letter, with the name of the shift for screen readers", () => {
		for (const [index, crew] of crewsOf(diagram).entries())
			forEachMonth((month, from) => {
				const texts = textsOf(monthHtml({ diagram, ...month, crew }));
				const expected = texts.map((_, day) => `${day + 1} ${names[letters[index]?.[from + day] ?? ""]}`);
				expect(texts).toEqual(expected);
			});
	});
});

test("only the night shift is an element where the stylesheet colours the lines, and a crew's row marks only today", () => {
	const month = { month: "2026-11", today: "2026-11-05", holidays: [] };
	expect(monthHtml({ diagram: sevenDays, ...month })).toMatch(/>1\nM .\nT .<b class="N">N .<\/b><\/td>/);
	const days = seededDiagram("12horas_aceria");
	expect(monthHtml({ diagram: days, ...month })).toMatch(/>1\nD .<b class="N">N .<\/b><\/td>/);
	const rows = renderToStaticMarkup(createElement(CrewRows, { diagram: sevenDays, ...month }))
		.split("<tr>")
		.slice(2);
	expect(rows).toHaveLength(sevenDays.crews);
	for (const row of rows)
		expect(row.split("<td").map((cell) => cell.includes('aria-current="date"'))).toEqual(
			Array.from({ length: 31 }, (_, day) => day === 5),
		);
});

test.each([
	["M, T and N", sevenDays, undefined, "month crews lines-MT"],
	["M and T", closed, undefined, "month crews lines-MT"],
	["D and N", seededDiagram("12horas_aceria"), undefined, "month crews lines-D"],
	["D", { ...sevenDays, cycle: "DDFF", hours: { D: ["06:00", "18:00"] } }, undefined, "month crews lines-D"],
	["N first", nightFirst, undefined, "month crews "],
	["one crew", sevenDays, "A", "month"],
] as const)("the table says which colours its lines have: %s", (_, diagram, crew, name) => {
	const html = monthHtml({ diagram, crew, month: "2026-11", today: "2026-01-01", holidays: [] });
	expect(html.startsWith(`<table class="${name}">`)).toBe(true);
});

test("on a day when a shift has no crew, the other shifts have their own colours", () => {
	const html = monthHtml({ diagram: closed, month: "2026-11", today: "2026-01-01", holidays: [] });
	expect(html).toMatch(/<td>2\nM .\nT .<\/td>/);
	expect(html).toMatch(/<td class="uneven">\d+<b class="M">M .<\/b><\/td>/);
});

test("where the stylesheet knows no colours for lines, all shifts of a day are elements", () => {
	const html = monthHtml({ diagram: nightFirst, month: "2026-11", today: "2026-01-01", holidays: [] });
	expect(html).toMatch(/<td>1<b class="N">N .<\/b><b class="M">M .<\/b><b class="T">T .<\/b>/);
});

test("a calendar begins on Monday, and marks today and holidays in words too", () => {
	const html = monthHtml({
		diagram: sevenDays,
		month: "2026-11",
		crew: "C",
		today: "2026-11-20",
		holidays: proposeHolidays(2026).filter(({ date }) => date.startsWith("2026-11")),
	});
	expect(html).toContain("Noviembre 2026, escuadra C</caption>");
	expect(html.match(/<th aria-label="(\w+)/g)?.[0]).toContain("lunes");
	expect(html).toContain('<td class="uneven" colSpan="6"></td><td class="T">1<b');
	expect(html.match(/<tr/g)).toHaveLength(7);
	expect(html).toContain('<td class="M" aria-current="date">20<b role');
	expect(html).toContain('<td class="holiday F">23<span class="hidden-text"> feriado </span><b');
	expect(html.match(/class="holiday|aria-current/g)).toHaveLength(2);
});

test("the weeks before today's week are marked, unless there is only one", () => {
	const html = (today: string) => monthHtml({ diagram: sevenDays, month: "2026-11", today, holidays: [] });
	const marked = (today: string) => html(today).match(/<tr class="past">/g)?.length ?? 0;
	// A single past week is not marked, because the link that replaces marked weeks would take as much room. November
	// 2026 begins with a week of one day, Sunday the 1st. On the 8th one week is past; on the 9th, two weeks.
	expect(["2026-11-01", "2026-11-08", "2026-11-09", "2026-11-22", "2026-11-30"].map(marked)).toEqual([
		0, 0, 2, 3, 5,
	]);
	expect(["2026-10-31", "2026-12-01", "2027-11-22"].map(marked)).toEqual([0, 0, 0]);
	const [past] = html("2026-11-22").split("<tr><td>16");
	expect(past).toMatch(/<tr class="past"><td>9\D.*<td>15\D.*<\/tr>$/s);
});

test("each day leads to its own address: by its number and shift, or for all crews by its number", () => {
	const month = {
		diagram: sevenDays,
		month: "2026-11",
		today: "2026-01-01",
		holidays: [],
		dayLink: "#d",
	};
	const crew = monthHtml({ ...month, crew: "C" });
	expect(crew).toContain(
		'<td class="M"><a href="#d22">22<b role="img" aria-label="Turno mañana">M</b></a></td>',
	);
	const all = monthHtml(month);
	expect(all).toContain('<td><a href="#d22">22</a>\nM C');
	for (const html of [crew, all]) expect(html.match(/<a /g)).toHaveLength(30);
});

test("all texts of a day are escaped, so that none becomes markup", () => {
	const evil = `"'><img src=x onerror=alert(1)>&amp;`;
	const mark = { className: evil, text: evil, label: evil };
	const day = { className: evil, holiday: "feriado" as const, lines: evil, marks: [mark] };
	const grid = createElement(MonthGrid, {
		className: "month",
		caption: evil,
		first: "2026-11-01",
		days: [day],
		today: "2026-11-01",
	});
	const html = renderToStaticMarkup(grid);
	expect(html).not.toContain("<img");
	expect(html.match(/<td.*<\/td>/)?.[0].match(/<\w+/g)).toEqual(["<td", "<td", "<span", "<b"]);
	expect(html.match(/ onerror=/g)).toHaveLength(html.match(/&lt;img src=x onerror=/g)?.length ?? 0);
});

test("letters have a contrast of at least 7 : 1 in both themes", () => {
	const [light = "", dark = ""] = readFileSync("app/styles/tokens.css", "utf8").split("@media");
	for (const theme of [light, light + dark]) {
		const colour = (name: string) =>
			Array.from(theme.matchAll(new RegExp(`--${name}: (#[0-9a-f]+)`, "g")), ([, hex]) => hex).at(-1) ?? "";
		const pairs = [
			["on-m", "m"],
			["on-t", "t"],
			["on-n", "n"],
			["on-d", "d"],
			["on-safety", "m"],
			["on-safety", "t"],
			["on-safety", "d"],
			["soft", "card"],
			["soft", "paper"],
			["bad", "card"],
		];
		for (const [ink = "", ground = ""] of pairs)
			expect(contrast(colour(ink), colour(ground)), `${ink} on ${ground}`).toBeGreaterThanOrEqual(7);
	}
});

describe("the text of a message", () => {
	const addressOf = (period: string, crew?: CrewLetter) =>
		publicOrigin + periodPath(sevenDays.id, period, crew);

	test("about a crew's month contains its shifts, the meaning of the letters and the address of the month", () => {
		const text = shareText(sevenDays, "2024-01", "A");
		expect(text).toBe(
			[
				"Diagrama 4 Turnos de 7 Días, escuadra A, enero 2024",
				"M 1 a 7, F 8 a 9, T 10 a 16, F 17 a 18, N 19 a 25, F 26 a 28, M 29 a 31",
				"(M 06 a 14, T 14 a 22, N 22 a 06, F franco)",
				"Sin confirmar por la planta.",
				addressOf("2024-01", "A"),
			].join("\n"),
		);
	});

	test("names a shift of a single day by that day", () => {
		const everyOther = { ...sevenDays, cycle: "MMF", anchor: "2027-02-01" };
		expect(shareText(everyOther, "2027-02", "A")).toMatch(/^M 1 a 2, F 3, M 4 a 5, F 6, /m);
	});

	test("about all crews or half a year contains the address of the page", () => {
		const confirmed = { ...sevenDays, anchorConfirmed: true };
		expect(shareText(confirmed, "2027-02")).toBe(
			`Diagrama 4 Turnos de 7 Días, todas las escuadras, febrero 2027\n${addressOf("2027-02")}`,
		);
		expect(shareText(confirmed, "2027-2", "B")).toBe(
			`Diagrama 4 Turnos de 7 Días, escuadra B, julio a diciembre 2027\n${addressOf("2027-2", "B")}`,
		);
	});
});

function monthHtml(props: MonthTableProps): string {
	return renderToStaticMarkup(createElement(MonthTable, props));
}

/** Calls `use` for each month of 2026 to 2028, with the index in `days` of the month's first day. */
function forEachMonth(use: (month: Omit<MonthTableProps, "diagram" | "crew">, from: number) => void): void {
	for (const month of [2026, 2027, 2028].flatMap((year) => twelveMonths(year, "")))
		use({ month, today: "2020-01-01", holidays: [] }, days.indexOf(`${month}-01`));
}

/** The text that a screen reader reads for each day. */
function textsOf(html: string): string[] {
	const spoken = html.replace(/<b[^>]*aria-label="([^"]+)"[^>]*>[^<]*<\/b>/g, " $1");
	return Array.from(spoken.matchAll(/<td(?![^>]*colSpan)[^>]*>(.*?)<\/td>/gs), ([, text = ""]) =>
		wordsOf(text),
	);
}

/** Contrast ratio by WCAG 2, of colours such as `#fff`. */
function contrast(one: string, other: string): number {
	const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
	const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/g, "$&$&") : hex;
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
		const value = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
		return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
