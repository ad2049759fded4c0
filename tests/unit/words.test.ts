import { expect, test } from "vitest";
import { capitalised } from "~/lib/capitalised";
import { counted } from "~/lib/counted";
import { listed } from "~/lib/listed";
import { withArticle } from "~/lib/time/minutes";

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

test("one o'clock is singular, as a time with an article", () => {
	expect(["1", "01", "01:30", "0", "10", "11", "13", "21:01"].map(withArticle)).toEqual([
		"la 1",
		"la 01",
		"la 01:30",
		"las 0",
		"las 10",
		"las 11",
		"las 13",
		"las 21:01",
	]);
});
