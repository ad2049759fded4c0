import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { shiftOn } from "~/features/diagrams/cycle";
import { LawNote } from "~/features/diagrams/diagram-notes";
import { maxMinutes } from "~/features/diagrams/working-time";
import { addDays } from "~/lib/time/civil-date";
import { seededDiagrams as diagrams, seededDiagram } from "../../support/seeded-diagrams";
import { evened } from "../../support/texts/evened";

test.each(diagrams.map((diagram) => [diagram.id, diagram] as const))(
	"the maximum hours of %s are those of the longest weeks in two years",
	(id, diagram) => {
		const worst = (days: number) =>
			Math.max(
				...Array.from({ length: 730 }, (_, first) => {
					const letters = Array.from({ length: days }, (_, ahead) =>
						shiftOn(diagram, "A", addDays("2026-01-01", first + ahead)),
					);
					return letters.filter((letter) => letter !== "F").length * (id.includes("12horas") ? 12 : 8);
				}),
			);
		expect([maxMinutes(diagram, 7), maxMinutes(diagram, 21)]).toEqual([worst(7) * 60, worst(21) * 60]);
	},
);

test("shifts that do not begin on the full hour are counted by the minute", () => {
	const hours = { D: ["06:30", "18:15"], N: ["18:15", "06:30"] } as const;
	expect(maxMinutes({ cycle: "DN", hours }, 2)).toBe(24 * 60);
	expect(maxMinutes({ cycle: "DF", hours }, 1)).toBe(11.75 * 60);
});

test("a diagram's hours are written with a comma, or with minutes", () => {
	const twelveHours = seededDiagram("3turnos_12horas");
	for (const [end, text] of [
		["15", "llega a 61,25 h en 7 días y a 183,75 h en 21"],
		["20", "llega a 61:40 h en 7 días y a 185 h en 21"],
	] as const) {
		const hours = { D: ["07:00", `19:${end}`], N: ["19:00", `07:${end}`] } as const;
		const diagram = { ...twelveHours, hours };
		expect(evened(renderToStaticMarkup(LawNote({ diagram })))).toContain(text);
	}
});

test("one of the eleven diagrams exceeds the hours of rotating crews, and the unhealthy one has its own note", () => {
	const notes = Object.fromEntries(
		diagrams.map((diagram) => [diagram.id, evened(renderToStaticMarkup(LawNote({ diagram })))]),
	);
	const { "3turnos_12horas": three, "12horas_insalubre": unhealthy, ...others } = notes;
	expect(three?.replace(/<[^>]*>/g, "")).toBe(
		"Este diagrama llega a 60 h en 7 días y a 180 h en 21. Para escuadras rotativas, el Decreto 16.115/33 fija 56 h por semana y 144 h en tres semanas. Consultá con tu delegado.",
	);
	expect(unhealthy?.replace(/<[^>]*>/g, "")).toBe(
		"Si tu tarea fue declarada insalubre, la ley fija 6 h por día y 36 h por semana. Consultá con tu delegado.",
	);
	expect(Object.values(others).join("")).toBe("");
	expect(Object.values(notes).join("")).not.toMatch(/legal|ilegal/i);
});
