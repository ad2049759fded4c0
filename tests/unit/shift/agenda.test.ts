import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { crewsOf } from "~/features/diagrams/cycle";
import { Agenda, agendaDay, agendaDayOfAll } from "~/features/shift/agenda/agenda";
import { calendarOf, type OwnCalendar } from "~/features/shift/own-calendar";
import { rotationOf } from "~/features/shift/rotation";
import { daysOfMonth } from "~/lib/time/civil-date";
import { days, naiveCrewPosition, naiveLetters, naiveShifts } from "../../support/naive-shifts";
import { seededDiagrams as diagrams } from "../../support/seeded-diagrams";

const DAY_MINUTES = 1440;
const names: Readonly<Record<string, string>> = { M: "mañana", T: "tarde", N: "noche", D: "día" };
const threeYears = Array.from(days.entries()).filter(
	([, date]) => date >= "2026-01-01" && date < "2029-01-01",
);

describe.each(diagrams.map((diagram) => [diagram.id, diagram] as const))(
	"the days of %s in words",
	(_, diagram) => {
		const crews = crewsOf(diagram).map((crew, index) => {
			const letters = naiveLetters(diagram, naiveCrewPosition(diagram, index));
			return { crew, letters, shifts: naiveShifts(diagram, letters) };
		});
		const endsAt = new Map(crews.flatMap(({ crew, shifts }) => shifts.map(({ to }) => [to, crew] as const)));
		const startsAt = new Map(
			crews.flatMap(({ crew, shifts }) => shifts.map(({ from }) => [from, crew] as const)),
		);

		test("agree with shifts that are computed one by one, for each crew on each day of three years", () => {
			const wrong: string[] = [];
			for (const { crew, letters, shifts } of crews) {
				const calendar = calendarOf(rotationOf(diagram, crew));
				const byDay = new Map(shifts.map((shift) => [shift.day, shift]));
				for (const [day, date] of threeYears) {
					const letter = letters[day] ?? "";
					const shift = byDay.get(day);
					const night = byDay.get(day - 1);
					const hours = Object.entries(diagram.hours).find(([each]) => each === letter)?.[1];
					const said = agendaDay(calendar, date);
					const right = shift
						? [`Turno ${names[letter]}, ${hours?.map(short).join("\u00a0a\u00a0")}`, relief(shift)]
						: ["Franco", night && night.to > day * DAY_MINUTES ? leaving(night) : ""];
					const text = [said.work, ...said.details].join("|");
					if (text !== right.filter(Boolean).join("|")) wrong.push(`${crew} ${date}: ${text}`);
				}
			}
			expect(wrong.slice(0, 5)).toEqual([]);

			function relief({ from, to }: { from: number; to: number }): string {
				const [before, after] = [endsAt.get(from), startsAt.get(to)];
				if (!before) return after ? `Te releva la ${after}.` : "";
				return `Relevás a la ${before}${after ? ` y te releva la ${after}` : ""}.`;
			}
		});

		test("name the crew of every shift", () => {
			for (const [day, date] of threeYears) {
				const { work } = agendaDayOfAll(diagram, date);
				for (const { crew, letters } of crews) {
					const name = names[letters[day] ?? ""];
					expect(work, date).toMatch(
						name ? new RegExp(`${name}: ${crew}\\b`) : new RegExp(`Franco: .*\\b${crew}\\b`),
					);
				}
			}
		});
	},
);

test("a day when the plant closes says so, and names only the crews that work or are off", () => {
	const threeCrews = diagrams.filter(({ id }) => id === "3turnos");
	expect(threeCrews.map((diagram) => agendaDayOfAll(diagram, "2026-11-01").work)).toEqual([
		"La planta cierra. Franco: A, B y C.",
	]);
});

test("a day when the plant closes for one shift names the shift that is not worked", () => {
	const [any] = diagrams;
	if (!any) throw new Error("no diagram");
	const cycle = "MMMMMMMTTTTTTF";
	const closed = { ...any, cycle, crews: 2, offset: 7, anchor: "2026-11-02", closedWeekdays: [7] };
	expect(agendaDayOfAll(closed, "2026-11-14").work).toBe("Turno mañana: B, tarde: A.");
	expect(agendaDayOfAll(closed, "2026-11-15").work).toBe("Turno mañana: B. No hay turno tarde. Franco: A.");
});

test("the end of a night at one o'clock is singular", () => {
	const [any] = diagrams;
	if (!any) throw new Error("no diagram");
	const late: typeof any = {
		...any,
		id: "late",
		cycle: "TF",
		hours: { T: ["17:00", "01:00"] },
		anchor: "2026-11-02",
	};
	const day = agendaDay(calendarOf(rotationOf(late, "A")), "2026-11-03");
	expect(day.details).toContain("A la 01 salís del turno tarde.");
});

function short(time: string): string {
	return time.replace(/:00$/, "");
}

function leaving({ letter, to }: { letter: string; to: number }): string {
	const minute = to % DAY_MINUTES;
	const time = `${Math.floor(minute / 60)}`.padStart(2, "0") + (minute % 60 ? `:${minute % 60}` : "");
	return `A las ${time} salís del turno ${names[letter]}.`;
}

describe("the agenda of a month", () => {
	const [diagram] = diagrams.filter(({ id }) => id === "4turnos_7dias");
	if (!diagram) throw new Error("4turnos_7dias");
	const ownDay = {
		id: "own-1",
		kind: "vacaciones",
		firstDay: "2026-11-24",
		lastDay: "2026-11-25",
		crew: null,
		note: "Mar del Plata",
	} as const;
	const oneDay = { ...ownDay, id: "own-2", firstDay: "2026-11-27", lastDay: "2026-11-27" } as const;
	const calendar: OwnCalendar = { ...calendarOf(rotationOf(diagram, "C")), ownDays: [ownDay, oneDay] };
	const holidays = [
		{
			date: "2026-11-23",
			name: "Soberanía Nacional",
			kind: "feriado",
			confirmed: true,
			source: "Ley 27.399",
		},
	] as const;
	const rowsOf = (month: string) => {
		const agenda = createElement(Agenda, {
			days: daysOfMonth(month).map((date) => agendaDay(calendar, date)),
			today: "2026-11-22",
			holidays,
		});
		const html = renderToStaticMarkup(agenda);
		return (day: number) => html.slice(html.indexOf(`<li id="d${day}"`)).split("</li>")[0] ?? "";
	};

	test("says what each day is, also a holiday with its rule and an own day with its note", () => {
		const row = rowsOf("2026-11");
		expect(row(22)).toContain('aria-current="date"');
		expect(row(22)).toMatch(/Domingo 22, hoy<strong>Turno mañana/);
		expect(row(23)).toContain("<strong>Franco</strong>");
		expect(row(23)).toContain("Soberanía Nacional (feriado). Ley 27.399");
		expect(row(24)).toContain("<strong>Vacaciones</strong>");
		expect([row(22), row(23), row(24)].map((text) => /class="letter (\w+)"/.exec(text)?.[1])).toEqual([
			"M",
			"F",
			"own",
		]);
		expect(row(24)).toContain('<span class="lines"><bdi>Mar del Plata</bdi></span>');
		expect([row(15), row(16)].map((text) => text.includes('class="past"'))).toEqual([true, false]);
		expect(row(24)).not.toContain("<a ");
		expect(rowsOf("2026-12")(1)).toMatch(/^<li id="d1"><div/);
	});
});
