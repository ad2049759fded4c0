import { type ComponentProps, createElement } from "react";
import { describe, expect, test } from "vitest";
import { AgreementForm, PresetLinks } from "~/features/agreement/agreement-form";
import { agreementSchemaOn, hourValueSchemaOn } from "~/features/agreement/agreement-schemas";
import { EstimateDetails } from "~/features/agreement/estimate-fold";
import { AgreementSection, ValueSection } from "~/features/agreement/my-agreement";
import { PaySettingsForm } from "~/features/agreement/pay-settings-form";
import { type Agreement, lawRates } from "~/features/law/rates";
import { parseFields } from "~/lib/forms/parse-fields";
import { htmlOf } from "../../support/browser/render-part";
import { evened } from "../../support/texts/evened";
import { seenOf } from "../../support/texts/seen-of";

const SETTINGS = "/auth/my-pay/settings";
const today = "2026-11-21";
const seen = async (...part: Parameters<typeof htmlOf>) => evened(seenOf(await htmlOf(...part)));

describe("the value of the hour", () => {
	const past = { since: "2026-01-01", centavos: 140_000_000, divisor: 200 };
	const present = { since: today, centavos: 750_000, divisor: null };
	const future = { since: "2026-11-22", centavos: 800_000, divisor: null };
	const first = `[Poner el valor Todavía no lo pusiste, así que no mostramos ningún importe.](${SETTINGS}/hour-value/add)`;
	const next = `[Cambió el valor](${SETTINGS}/hour-value/add)`;

	test.each([
		["none", [], first],
		[
			"one to come",
			[future],
			`[$ 8.000,00 por hora Desde el 22/11/2026](${SETTINGS}/hour-value/2026-11-22) [Poner el valor Hoy todavía no tenés un valor: el primero empieza más adelante.](${SETTINGS}/hour-value/add)`,
		],
		[
			"the newest first, and which is today's",
			[past, present],
			`[$ 7.500,00 por hora Desde el 21/11/2026, ahora](${SETTINGS}/hour-value/2026-11-21) [$ 7.000,00 por hora: $ 1.400.000,00 por mes, dividido 200 horas Desde el 01/01/2026](${SETTINGS}/hour-value/2026-01-01) ${next}`,
		],
	])("has %s", async (_, hourValues, text) => {
		expect(await seen(createElement(ValueSection, { hourValues, today }))).toBe(`Valor de la hora ${text}`);
	});
});

describe("the agreement", () => {
	const shown = (...agreements: Agreement[]) => seen(createElement(AgreementSection, { agreements, today }));

	test("without one is the law's, which is said with its premiums", async () => {
		expect(await shown()).toBe(
			`Convenio [Elegir convenio No elegiste ninguno: usamos los recargos de la ley (LCT 20.744, art. 201).](${SETTINGS}/rates/add) ▸ Los recargos de ahora Recargos Día común 50 % Sábado a la tarde 100 % Domingo 100 % Feriado 100 % Feriado en tu turno 100 % En tu franco los convenios difieren Hora de noche, además nada Día del gremio, además nada`,
		);
	});

	test("that begins later is not said to be missing", async () => {
		expect(await shown({ ...lawRates, name: "propio", since: "2026-11-22" })).toMatch(
			/^Convenio \[Otro convenio, con tus números Desde el 22\/11\/2026\]\S+ \[Elegir convenio El primero empieza más adelante: hoy usamos los recargos de la ley \(/,
		);
	});

	test.each([
		["50", "50 %"],
		["100", "100 %"],
		["franco", "franco compensatorio"],
	] as const)("has its own premiums, on a day off %s", async (dayOff, text) => {
		const agreement = {
			...lawRates,
			name: "cct-260-75",
			since: today,
			dayOff,
			night: 1,
			hasUnionDay: true,
		} as const;
		const words = await shown(agreement);
		expect(words).toContain(
			`[CCT 260/75, metalúrgicos Desde el 21/11/2026, ahora](${SETTINGS}/rates/2026-11-21) [Cambió el convenio](${SETTINGS}/rates/add) ▸`,
		);
		expect(words).toMatch(`En tu franco ${text} Hora de noche, además 1 % Día del gremio, además un jornal`);
	});
});

const errorsOf = (
	schema: ReturnType<typeof agreementSchemaOn> | ReturnType<typeof hourValueSchemaOn>,
	fields: object,
) => {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	const submission = parseFields(form, schema);
	return submission.status === "success" ? {} : (submission.error ?? {});
};

test.each([
	[{ basis: "hour", amount: "1.000.000" }, {}],
	[
		{ basis: "hour", amount: "0" },
		{ amount: ["Escribí un monto mayor que cero, como 5000, 5.000 o 5000,50."] },
	],
	[
		{ basis: "hour", amount: "1.000.000,01" },
		{ amount: ["Es más de un millón de pesos por hora. Si es lo que cobrás por mes, elegí «por mes»."] },
	],
	[{ basis: "month", amount: "200.000.000" }, {}],
	[{ basis: "month", amount: "100.000.000", divisor: "100" }, {}],
	[
		{ basis: "month", amount: "200.000.001" },
		{ amount: ["Da más de un millón de pesos por hora: revisá el monto y las horas."] },
	],
	[{ basis: "month", amount: "1" }, {}],
	[{ basis: "month", amount: "0,99" }, { amount: ["Da menos de un centavo por hora: revisá el monto."] }],
	[
		{ basis: "month", amount: "0,99", since: "" },
		{
			amount: ["Da menos de un centavo por hora: revisá el monto."],
			since: ["Este campo no puede estar vacio."],
		},
	],
	[
		{ basis: "hour", amount: "1.400.000", since: "" },
		{
			amount: ["Es más de un millón de pesos por hora. Si es lo que cobrás por mes, elegí «por mes»."],
			since: ["Este campo no puede estar vacio."],
		},
	],
	[{ basis: "month", amount: "1", divisor: "99" }, { divisor: ["Son horas por mes: de 100 a 300."] }],
])("the value of an hour from %j: %j", (typed, errors) => {
	expect(errorsOf(hourValueSchemaOn(today), { since: today, ...typed })).toEqual(errors);
});

test("an agreement has no premium below the law's, and none that is far above", () => {
	const least = { weekday: 50, saturday: 100, sunday: 100, holiday: 100, ownShift: 100, night: 0 };
	const most = { weekday: 300, saturday: 300, sunday: 300, holiday: 300, ownShift: 300, night: 100 };
	const wrong = (change: number, premiums: object) => {
		const typed = Object.entries(premiums).map(([name, value]) => [name, `${value + change} %`]);
		const fields = { name: "propio", unionDay: "no", since: today, ...Object.fromEntries(typed) };
		return Object.keys(errorsOf(agreementSchemaOn(today), fields)).sort();
	};
	expect([wrong(0, least), wrong(0, most)]).toEqual([[], []]);
	expect(wrong(-1, least)).toEqual(Object.keys(least).sort());
	expect(wrong(1, most)).toEqual(Object.keys(most).sort());
});

test("a new agreement begins with one to choose, an existing one only with its source", async () => {
	const links = (isNew: boolean) => seen(createElement(PresetLinks, { name: "cct-260-75", isNew }));
	const source = "CCT 260/75, metalúrgicos. CCT 260/75, art. 41";
	expect(await links(true)).toMatch(
		/^\[La ley, sin convenio\]\(\S+\?preset=lct\) ☒ \[CCT 260\/75, metalúrgicos\]\(\S+\) \[Otro convenio, con tus números\]\(\S+\) CCT/,
	);
	expect(await links(false)).toMatch(new RegExp(`^${source}`));
});

test("the agreement's form is a worker's own unless chosen, and says when the law's Saturday begins", async () => {
	const form = (more: Partial<ComponentProps<typeof AgreementForm>>) =>
		seen(createElement(AgreementForm, { shown: {}, ...more }));
	expect(await form({ today })).toContain("{name=propio} Día común");
	const shown = { name: "lct", since: "2020-01-01" };
	expect(await form({ today, shown })).toContain("{name=lct} Día común");
	expect(await form({})).toContain("Sábado a la tarde (%) Desde las 13.");
	// A summary of errors names them in the order of the schema.
	const html = await htmlOf(createElement(AgreementForm, { shown: {} }));
	const fields = Object.keys(agreementSchemaOn(today).shape);
	const drawn = [...html.matchAll(/ name="(\w+)"/g)].map(([, name = ""]) => name);
	expect(drawn.filter((name) => fields.includes(name))).toEqual(fields);
});

test("the pay period's form can be given up only where something else was saved", async () => {
	const form = (saved?: Record<string, string>) =>
		seen(createElement(PaySettingsForm, { shown: { payPeriod: "month" }, saved }));
	expect(await form()).not.toContain("Cancelar");
	expect(await form({ payPeriod: "fortnight" })).toContain(`[Cancelar](${SETTINGS})`);
});

test("an estimate's details have only what there is, and no periods for one alone", async () => {
	const details = (more: object, parts?: [string, string][]) =>
		seen(
			createElement(EstimateDetails, {
				estimate: { heading: "Estimado", total: "$ 84.000,00", lines: [], notes: [], ...more },
				parts,
			}),
		);
	const foot = `Estimado, no es un recibo: en bruto, con lo que pusiste en [Mi convenio](${SETTINGS}). Solo lo ves vos.`;
	expect(await details({}, [["Octubre", "$ 1"]])).toBe(foot);
	expect(
		await details({ lines: [{ label: "8 h al 50 %", how: "$ 7.000,00 × 1,5", amount: "$ 84.000,00" }] }),
	).toBe(`Estimado: $ 84.000,00 8 h al 50 % $ 7.000,00 × 1,5 $ 84.000,00 ${foot}`);
	expect(
		await details({ notes: ["Falta el valor."] }, [
			["Octubre", "$ 1"],
			["Noviembre", "$ 2"],
		]),
	).toBe(`Por período Octubre $ 1 Noviembre $ 2 Falta el valor. ${foot}`);
	const html = await htmlOf(
		createElement(EstimateDetails, { estimate: { heading: "", total: "", lines: [], notes: [] } }),
	);
	expect(html).not.toContain("<ul");
});
