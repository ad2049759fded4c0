import { afterAll, beforeAll, describe, vi } from "vitest";
import * as settings from "~/routes/auth.my-pay_.settings";
import * as term from "~/routes/auth.my-pay_.settings_.$term.$since";
import { who } from "../../support/pages/pay-rows";
import { describePage } from "../../support/pages/rendered-page";

beforeAll(() => {
	// The clock shows a Saturday, 10:00 in Buenos Aires.
	vi.useFakeTimers({ now: new Date("2026-11-21T13:00:00Z"), toFake: ["Date"] });
});
afterAll(() => {
	vi.useRealTimers();
});

const PAY = "/auth/my-pay";
const hour = { hour_values: [{}] };

describe("the settings of the pay", () => {
	describePage(settings, `${PAY}/settings`, {}, [
		[
			"before the first",
			"",
			who([]),
			[
				"Poner el valor Todavía no lo pusiste",
				"Elegir convenio No elegiste ninguno: usamos",
				"En tu franco los convenios difieren",
				"además nada Día del gremio, además nada",
			],
			[", ahora"],
		],
		[
			"of today",
			"",
			who([], {
				hour_values: [{}, { since: "2026-03-01", centavos: 140_000_000, divisor: 200 }],
				agreements: [{ name: "propio", night_percent: 10, day_off: "franco", has_union_day: 1 }],
			}),
			[
				"$ 7.000,00 por hora: $ 1.400.000,00 por mes, dividido 200 horas Desde el 01/03/2026, ahora $ 1.000,00 por hora Desde el 01/01/2026 Cambió el valor",
				"Cambió el valor",
				"Cambió el convenio",
				"En tu franco franco compensatorio",
				"además 10 %",
				"además un jornal",
			],
			["odavía no", "No elegiste", "El primero"],
		],
		[
			"that begin later",
			"",
			who([], { hour_values: [{ since: "2027-01-01" }], agreements: [{ since: "2027-01-01" }] }),
			["Poner el valor Hoy todavía no tenés", "Elegir convenio El primero empieza más adelante"],
			[", ahora"],
		],
		["refused", "", who([]), ["Elegí un período de la lista."], ["Cancelar"], { payPeriod: "nunca" }],
		[
			"that another device has changed",
			"",
			who([]),
			["Lo que está guardado ahora", ` ${PAY}/settings `],
			[],
			{ payPeriod: "fortnight", version: "vieja" },
		],
	]);
	const params = (name: string, since: string) =>
		[term, `${PAY}/settings/${name}/${since}`, { term: name, since }] as const;
	const presets = "La ley, sin convenio ▾ CCT 260/75, metalúrgicos Otro convenio";
	const agreements = { agreements: [{ name: "propio" as const }] };
	describePage(...params("rates", "add"), [
		[
			"a new agreement",
			"",
			who([]),
			[
				"▾ La ley, sin convenio CCT 260/75, metalúrgicos Otro convenio",
				"La ley, sin convenio. Ley de Contrato",
				"name=lct",
			],
			["Eliminar", "¿Dónde lo veo"],
		],
		["a chosen one", "?preset=cct-260-75", who([]), [presets, "name=cct-260-75"], []],
		["a new one, not to delete", "?intent=delete", who([]), ["Convenio"], ["¿Querés eliminar"]],
	]);
	describePage(...params("rates", "2026-01-01"), [
		[
			"an agreement",
			"",
			who([], agreements),
			["Otro convenio, con tus números. Empezamos", "Eliminar"],
			["CCT 260/75, metalúrgicos", "¿Querés"],
		],
		[
			"an agreement to delete",
			"?intent=delete",
			who([], agreements),
			["¿Querés eliminar este convenio?"],
			["Empezamos"],
		],
		[
			"one that could not be deleted",
			"",
			who([], agreements, "agreements"),
			["¿Querés eliminar este convenio?"],
			["Empezamos"],
			{ intent: "delete" },
		],
		["a refused one", "", who([], agreements), ["Empezamos", "weekday=mil"], ["¿Querés"], { weekday: "mil" }],
	]);
	describePage(...params("hour-value", "add"), [
		[
			"a new value of the hour",
			"",
			who([]),
			["¿Dónde lo veo", "Cuánto, en pesos"],
			["Convenios", "Eliminar"],
		],
	]);
	describePage(...params("hour-value", "2026-01-01"), [
		["a value of the hour", "", who([], hour), ["amount=1.000,00", "Eliminar"], ["¿Querés"]],
	]);
});
