import { expect, test } from "vitest";
import { formatPesos, parsePesos } from "~/lib/pesos";

test.each([
	["45000", 4_500_000],
	["45.000", 4_500_000],
	["$ 45.000,5", 4_500_050],
	["45000,50", 4_500_050],
	["45000.5", 4_500_050],
	["1.000", 100_000],
	["1.00", 100],
	[" 0 ", 0],
	["999.999.999,99", 99_999_999_999],
])("'%s' is %i centavos", (text, centavos) => {
	expect(parsePesos(text)).toBe(centavos);
});

test.each(["", "-1", "1e3", "1.0000", "1.00.000", "1,234", "mil", "1000000000", "١٢", "1.000.000.000"])(
	"'%s' is not an amount",
	(text) => {
		expect(parsePesos(text)).toBeUndefined();
	},
);

test("an amount has points between thousands, and always has centavos", () => {
	expect([0, 5, 100_000, 4_500_050, 99_999_999_999].map(formatPesos)).toEqual([
		"$\u00A00,00",
		"$\u00A00,05",
		"$\u00A01.000,00",
		"$\u00A045.000,50",
		"$\u00A0999.999.999,99",
	]);
	expect(parsePesos(formatPesos(4_500_050))).toBe(4_500_050);
});
