import { afterAll, beforeAll, describe, vi } from "vitest";
import { addDays } from "~/lib/time/civil-date";
import * as pay from "~/routes/auth.my-pay";
import { paidAt } from "../../support/extras";
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
const worked = { date: "2026-10-09", compensation: "pago", start_minute: 360, shift: "M" } as const;
const slip = { slips: [{}] };

const many = Array.from({ length: 27 }, (_, index) => ({
	...worked,
	date: addDays("2026-09-01", index),
	compensation: "franco" as const,
}));
const years = Array.from({ length: 14 }, (_, index) => ({
	period_start: `${1980 + index}-01-01`,
	period_end: `${1980 + index}-01-31`,
}));
const FIRST = "Todavía no cargaste ningún recibo";

describe("all pay periods", () => {
	describePage(pay, `${PAY}?view=periods`, {}, [
		[
			"before the first slip",
			"",
			who([]),
			[
				FIRST,
				"Noviembre de 2026, hasta ahora",
				"Octubre de 2026 ninguna hora",
				"Sin recibo",
				/(?<!▾ )Otro período/,
			],
			["Nada:", "Faltan:", "De más:", "Ver", "Si un recibo"],
		],
		[
			"that agree",
			"",
			who([worked], slip),
			["Nada: las horas", "8 h al 50 % Coincide"],
			[FIRST, "Faltan:", "De más:", "Si un recibo", "▾ Otro período"],
		],
		[
			"that lack hours",
			"",
			who([worked], { slips: [paidAt(300)] }),
			["Faltan: 3 h al 50 % desde octubre de 2026", "Si un recibo"],
			["Nada", "De más:"],
		],
		["with hours in excess", "", who([], slip), ["De más: 8 h al 50 %", "Si un recibo"], ["Nada", "Faltan:"]],
		[
			"of the past",
			"&before=1995-12-31",
			who([], { slips: years }),
			["Ver desde el principio Ver más antiguos"],
			[],
		],
		[
			"with a day to come",
			"&period=2027-01-01",
			who([]),
			["▾ Otro período", "Ese período todavía no empezó.", "period=2027-01-01"],
			[],
		],
	]);
	describePage(pay, `${PAY}?view=summary`, {}, [
		[
			"to send",
			"",
			who([worked], { slips: [paidAt(300)] }),
			["Imprimir", "según mi registro faltan: 3 h"],
			["Ninguna diferencia", FIRST],
		],
		["without a difference", "", who([worked], slip), ["Nada: las horas"], ["Imprimir", FIRST]],
		["without slips", "", who([]), [FIRST], ["Imprimir", "Nada"]],
	]);
	describePage(pay, `${PAY}?view=balances`, {}, [
		["without days off", "", who([]), ["No anotaste nada.", "Banco de horas"], ["antes de esa fecha", "Ver"]],
		[
			"before a day",
			"&of=franco&before=2026-01-01",
			who([]),
			["No anotaste nada antes de esa fecha.", "Ver desde el principio"],
			["Banco de horas"],
		],
		[
			"with days off",
			"&of=franco",
			who([{ ...worked, compensation: "franco" }]),
			[/Francos compensatorios \S.*1 franco/],
			["No anotaste", "Todavía no cuenta", "Ver"],
		],
		[
			"with one to come",
			"&of=franco",
			who([{ ...worked, date: "2026-11-30", compensation: "franco" }]),
			["Todavía no cuenta"],
			[],
		],
		["with many", "&of=franco", who(many), ["Ver más antiguos"], ["desde el principio"]],
	]);
});
