import { expect, test } from "vitest";
import { capitalised } from "~/lib/capitalised";
import { counted } from "~/lib/counted";
import { listed } from "~/lib/listed";

test("only the number 1 is singular", () => {
	expect([0, 1, 2, 11].map((amount) => counted(amount, "feriado"))).toEqual([
		"0 feriados",
		"1 feriado",
		"2 feriados",
		"11 feriados",
	]);
	expect(counted(1, "sesión", "sesiones")).toBe("1 sesión");
	expect(counted(3, "fin de semana", "fines de semana")).toBe("3 fines de semana");
});

test("only the first letter becomes a capital, also one with an accent", () => {
	expect(["octubre", "ángel de la A", "del 26/08/2026", "Ya", "1 día", ""].map(capitalised)).toEqual([
		"Octubre",
		"Ángel de la A",
		"Del 26/08/2026",
		"Ya",
		"1 día",
		"",
	]);
});

test("the words of a list have commas between them, and 'y' before the last", () => {
	expect([[], ["A"], ["A", "B"], ["A", "B", "C"], ["A", "B", "C", "D"]].map(listed)).toEqual([
		"",
		"A",
		"A y B",
		"A, B y C",
		"A, B, C y D",
	]);
});
