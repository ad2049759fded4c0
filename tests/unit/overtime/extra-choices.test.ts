import { describe, expect, test } from "vitest";
import { shiftChoices } from "~/features/overtime/form/shift-choices";
import type { OwnDay } from "~/features/shift/own-day";
import { rotationOf } from "~/features/shift/rotation";
import { takeOthers } from "~/lib/forms/other-choice";
import { seededDiagrams } from "../../support/seeded-diagrams";

describe("a typed value beside choices", () => {
	const taken = (fields: Record<string, string>) => takeOthers(fields, ["date"]);

	test.each([
		["a chip alone", { date: "2026-11-22" }, { date: "2026-11-22" }],
		["'Otra' and its value", { date: "other", otherDate: "2026-11-10" }, { date: "2026-11-10" }],
		["'Otra' left empty stays, and the schema says so", { date: "other", otherDate: " " }, { date: "other" }],
		["a value without any chip", { otherDate: "2026-11-10" }, { date: "2026-11-10" }],
		[
			"a chip tapped after typing",
			{ date: "2026-11-21", otherDate: "x", shownDate: "other" },
			{ date: "2026-11-21" },
		],
		[
			"the value of the chip",
			{ date: "2026-11-22", otherDate: "2026-11-22", shownDate: "2026-11-22" },
			{ date: "2026-11-22" },
		],
	])("%s", (_name, fields, expected) => {
		expect(taken(fields)).toEqual(expected);
	});

	test("stays beside the initially selected choice, because only the user knows which one counts", () => {
		const fields = { date: "2026-11-22", otherDate: "2026-11-10", shownDate: "2026-11-22" };
		expect(taken(fields)).toEqual({ date: "2026-11-22", otherDate: "2026-11-10" });
	});
});

describe("the shifts to choose from", () => {
	const diagram = seededDiagrams.find(({ id }) => id === "4turnos_7dias");
	if (!diagram) throw new Error("no diagram");
	// Crew A starts its cycle on Monday 2024-01-01: seven mornings, two days off.
	const rotations = [{ since: "1900-01-01", diagram, rotation: rotationOf(diagram, "A") }];
	const vacation: OwnDay = {
		id: "",
		kind: "vacaciones",
		firstDay: "2024-01-06",
		lastDay: "2024-01-06",
		crew: null,
		note: "",
	};
	const doubt = " (diagrama sin confirmar por tu planta)";

	test("are those of the diagram with their hours; the worker's own shifts of today and yesterday are marked", () => {
		const choices = shiftChoices({ rotations, ownDays: [] }, "2024-01-07", "2024-01-07");
		expect(choices.shifts.map(({ letter }) => letter)).toEqual(["M", "T", "N"]);
		expect(choices.shifts[0]?.hours).toBe("06–14");
		expect(choices.own).toEqual({ "2024-01-07": "M", "2024-01-06": "M" });
		expect(choices.hint).toBe(`Hoy tu turno es M, ayer M${doubt}.`);
	});

	test("on a franco, no own shift is proposed, and the hint says why", () => {
		const { own, hint } = shiftChoices({ rotations, ownDays: [] }, "2024-01-08", "2024-01-08");
		expect(own).toEqual({ "2024-01-08": "", "2024-01-07": "M" });
		expect(hint).toBe(`Hoy franco, ayer M${doubt}. Elegí el turno que hiciste.`);
	});

	test("own days (vacation and the like) count, and a third date is named", () => {
		const { own, hint } = shiftChoices({ rotations, ownDays: [vacation] }, "2024-01-07", "2024-01-01");
		expect(own).toEqual({ "2024-01-07": "M", "2024-01-06": "", "2024-01-01": "M" });
		expect(hint).toBe(`Hoy tu turno es M, ayer vacaciones, el lunes 01/01/2024 M${doubt}.`);
	});

	test("without a diagram are M, T, N and D, and the hint says why none is proposed", () => {
		const { shifts, own, hint } = shiftChoices({ rotations: [], ownDays: [] }, "2024-01-07", "2024-01-07");
		expect(shifts.map(({ letter }) => letter)).toEqual(["M", "T", "N", "D"]);
		expect(Object.values(own)).toEqual(["", ""]);
		expect(hint).toBe("No sabemos tu turno: elegí tu diagrama y tu escuadra en Mi Perfil.");
	});
});
