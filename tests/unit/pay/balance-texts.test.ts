import { describe, expect, test } from "vitest";
import {
	addTaken,
	amountText,
	balanceTexts,
	correctionNotes,
	takenBy,
} from "~/features/pay/balances/balances";
import type { DatedRotation } from "~/features/shift/own-calendar";
import { rotationOf } from "~/features/shift/rotation";
import { seededDiagrams } from "../../support/seeded-diagrams";
import { evened } from "../../support/texts/evened";

const H = 60;
const TODAY = "2026-11-22";
const unconfirmed: DatedRotation[] = seededDiagrams
	.filter(({ id }) => id === "4turnos_7dias")
	.map((diagram) => ({ since: "1900-01-01", ...rotationOf(diagram, "A") }));
const known = unconfirmed.map((row) => ({
	...row,
	diagram: row.diagram && { ...row.diagram, anchorConfirmed: true },
}));
const unknown: DatedRotation[] = [{ since: "1900-01-01" }];
const none = { count: 0, minutes: 0 };
const nothing = { amount: 0, planned: 0, unknown: 0, unconfirmed: 0, unsure: 0 };

describe("amount taken by an own day", () => {
	// Crew A begins a cycle on Monday 2026-10-05, with seven morning shifts and two days off.
	test.each([
		["a working day", "franco", "2026-10-05", "2026-10-05", known, { ...nothing, amount: 1 }],
		["a day off, which needs no franco", "franco", "2026-10-12", "2026-10-12", known, nothing],
		[
			"a range counts its shifts only",
			"franco",
			"2026-10-10",
			"2026-10-14",
			known,
			{ ...nothing, amount: 3 },
		],
		["after today", "franco", "2026-12-10", "2026-12-10", known, { ...nothing, planned: 1 }],
		[
			"no known shift: counted, and said",
			"franco",
			"2026-11-22",
			"2026-11-23",
			unknown,
			{ ...nothing, amount: 1, planned: 1, unknown: 2, unsure: 1 },
		],
		[
			"a diagram that nobody has confirmed: said, for the days off too",
			"franco",
			"2026-10-10",
			"2026-10-14",
			unconfirmed,
			{ ...nothing, amount: 3, unconfirmed: 5, unsure: 5 },
		],
		[
			"an unconfirmed diagram's day after today: nothing yet to be unsure of",
			"franco",
			"2026-12-10",
			"2026-12-10",
			unconfirmed,
			{ ...nothing, planned: 1, unconfirmed: 1 },
		],
		["hours of the bank", "banco", "2026-10-12", "2026-10-13", known, { ...nothing, amount: 960 }],
		[
			"the hours of an unconfirmed diagram's shifts: said",
			"banco",
			"2026-10-05",
			"2026-10-06",
			unconfirmed,
			{ ...nothing, amount: 960, unconfirmed: 2, unsure: 2 },
		],
		[
			"other hours than those of the shifts",
			"banco",
			"2026-10-05",
			"2026-10-05",
			unconfirmed,
			{ ...nothing, amount: 960 },
		],
		[
			"hours of the bank, on a day too of which no shift is known: that takes none",
			"banco",
			"2026-10-04",
			"2026-10-06",
			[...unknown, ...known.map((row) => ({ ...row, since: "2026-10-05" }))],
			{ ...nothing, amount: 960 },
		],
		["hours of the bank today", "banco", "2026-11-22", "2026-11-22", known, { ...nothing, amount: 960 }],
		[
			"hours of the bank after today",
			"banco",
			"2026-11-23",
			"2026-11-23",
			known,
			{ ...nothing, planned: 960 },
		],
		[
			"hours of the bank from today on: all on the first day",
			"banco",
			"2026-11-22",
			"2026-11-23",
			unknown,
			{ ...nothing, amount: 960 },
		],
	] as const)("%s", (_what, kind, firstDay, lastDay, rotations, taken) => {
		const bankMinutes = kind === "banco" ? 960 : null;
		expect(takenBy({ kind, firstDay, lastDay, bankMinutes }, rotations, TODAY)).toEqual(taken);
	});

	test("is added up", () => {
		expect(
			addTaken([
				{ amount: 1, planned: 2, unknown: 3, unconfirmed: 4, unsure: 5 },
				{ amount: 10, planned: 0, unknown: 1, unconfirmed: 1, unsure: 1 },
			]),
		).toEqual({
			amount: 11,
			planned: 2,
			unknown: 4,
			unconfirmed: 5,
			unsure: 6,
		});
	});
});

describe("the texts of a balance", () => {
	test.each([
		["nothing yet", "franco", none, none, nothing, ["0 francos", "0 francos", "0 francos"], []],
		[
			"each extra is one franco, however long",
			"franco",
			{ count: 3, minutes: 28 * H },
			none,
			{ ...nothing, amount: 1 },
			["3 francos (por 28 h)", "1 franco", "2 francos"],
			[],
		],
		[
			"the bank counts hours",
			"banco",
			{ count: 2, minutes: 12.5 * H },
			none,
			{ ...nothing, amount: 8 * H },
			["12,5 h", "8 h", "4,5 h"],
			[],
		],
		[
			"more taken than earned",
			"banco",
			{ count: 1, minutes: 4 * H },
			none,
			{ ...nothing, amount: 8 * H },
			["4 h", "8 h", "−4 h"],
			["Según lo que anotaste, tomaste 4 h más de lo ganado: fijate si falta alguna extra."],
		],
		[
			"what is planned or unknown",
			"franco",
			{ count: 1, minutes: 8 * H },
			{ count: 2, minutes: 16 * H },
			{ amount: 1, planned: 1, unknown: 1, unconfirmed: 2, unsure: 0 },
			["1 franco (por 8 h)", "1 franco", "0 francos"],
			[
				"Sin contar lo que ganarías después de hoy: 2 francos.",
				"Sin descontar lo anotado para después de hoy: 1 franco.",
				"De 1 día no sabemos si tenías turno: está contado.",
				"Lo tomado está contado según un diagrama sin confirmar por la planta.",
			],
		],
		[
			"a diagram that nobody has confirmed",
			"franco",
			{ count: 3, minutes: 24 * H },
			none,
			{ ...nothing, amount: 1, unconfirmed: 1, unsure: 1 },
			["3 francos (por 24 h)", "1 franco", "2 francos ?"],
			["Lo tomado está contado según un diagrama sin confirmar por la planta."],
		],
	] as const)("%s", (_what, kind, earned, planned, taken, [earnedText, takenText, left], notes) => {
		expect(evened(balanceTexts(kind, earned, planned, taken))).toEqual({
			kind,
			isUsed: earned.count > 0,
			earned: earnedText,
			taken: takenText,
			left,
			notes,
		});
	});

	test("a correction of the diagram is said with the days that were noted before it", () => {
		const days = { firstDay: "2026-11-02", lastDay: "2026-11-02" };
		expect(evened(correctionNotes([days, { ...days, correctedOn: "2026-11-20" }]))).toEqual([
			"El 20/11/2026 se corrigió tu diagrama: lo tomado el 02/11/2026 puede contar distinto que antes.",
		]);
	});

	test("amounts have a real minus sign", () => {
		expect(evened([amountText("franco", -2), amountText("banco", -90)])).toEqual(["−2 francos", "−1,5 h"]);
	});
});
