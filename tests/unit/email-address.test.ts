import { describe, expect, test } from "vitest";
import { parseEmail } from "~/lib/mail/email-address";

describe("parseEmail", () => {
	test.each([
		["a@b.example", "a@b.example"],
		["  Ana.Ruiz+turnos@Planta.EXAMPLE\n", "ana.ruiz+turnos@planta.example"],
		["\u202a\u2068ana@planta.example\u2069\u202c \u200b", "ana@planta.example"],
		["o'brien@planta.example", "o'brien@planta.example"],
		["x_-1@sub.sub2.planta-2.example", "x_-1@sub.sub2.planta-2.example"],
		[`${"a".repeat(64)}@planta.example`, `${"a".repeat(64)}@planta.example`],
		["a@xn--mnchen-3ya.example", "a@xn--mnchen-3ya.example"],
		[`aa@${"b.".repeat(122)}example`, `aa@${"b.".repeat(122)}example`],
	])("%j is read as %s", (text, address) => {
		expect(parseEmail(text)).toBe(address);
	});

	test.each([
		"",
		"@",
		"ana",
		"soldador.planta",
		"soldador.planta.example",
		"ana@@planta.example",
		"ana@otra@planta.example",
		"ana@10.0.0.1",
		"ana@planta.1",
		"ana@",
		"@planta.example",
		"ana@planta",
		"ana@localhost",
		"ana@.example",
		"ana@planta.",
		"ana@planta..example",
		".ana@planta.example",
		"ana.@planta.example",
		"a..na@planta.example",
		"ana@-planta.example",
		"ana@planta-.example",
		"ana@[127.0.0.1]",
		"ana@planta.example, otra@planta.example",
		"Ana <ana@planta.example>",
		`${"a".repeat(65)}@planta.example`,
		`a@${"b".repeat(64)}.example`,
		`aaa@${"b.".repeat(122)}example`,
		"аna@planta.example",
		"ana@plantá.example",
		"ana@pl\u0131nta.example",
		"K\u212Aa@planta.example",
	])("%j is refused", (text) => {
		expect(parseEmail(text)).toBeUndefined();
	});
});
