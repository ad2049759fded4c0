import { afterAll, beforeAll, describe, vi } from "vitest";
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
const OCTOBER = "?period=2026-10-01";
const worked = { date: "2026-10-09", compensation: "pago", start_minute: 360, shift: "M" } as const;
const slip = { slips: [{}] };
const folded = /(?<!▾ )(¿Qué dice tu recibo\?|Corregir lo que dice el recibo)/;

describe("a pay period", () => {
	describePage(pay, PAY, {}, [
		[
			"without anything",
			"",
			who([]),
			["Noviembre de 2026 Sin extras", folded, "Qué se compara Se comparan", ` ${PAY}?period=2026-10-01 `],
			[
				"Estimado",
				"el valor de tu hora",
				"Eliminar",
				"No se compara con",
				"Lo que tenés",
				"Mandar lo",
				"2026-12-01",
			],
		],
		[
			"with hours without a value",
			OCTOBER,
			who([worked]),
			[
				"8 h Anotaste 8 h al 50 %",
				"Poné el valor de tu hora",
				/▾ ¿Qué dice tu recibo\?/,
				` ${PAY}?period=2026-11-01 `,
			],
			["Sin extras", "Estimado", "Eliminar"],
		],
		["without hours that has ended", OCTOBER, who([]), ["Sin extras", folded], ["▾"]],
		[
			"with hours, still running",
			"?period=2026-11-02",
			who([{ ...worked, date: "2026-11-03" }]),
			["Hasta ahora: 8 h al 50 %", folded],
			["▾"],
		],
		[
			"whose slip came before its end",
			"?period=2026-11-02",
			who([{ ...worked, date: "2026-11-03" }], {
				slips: [{ ...paidAt(720), period_start: "2026-11-01", period_end: "2026-11-30" }],
			}),
			["4 h de más Contado hasta ahora: el período o alguna extra todavía no terminó. Al 50 %"],
			[],
		],
		[
			"with a value of the hour",
			OCTOBER,
			who([worked], { hour_values: [{}] }),
			["Anotaste 8 h", "Estimado $ 12.000,00 Estimado: $ 12.000,00 8 h"],
			["Poné el valor"],
		],
		[
			"that the value of the hour does not reach",
			OCTOBER,
			who([worked], { hour_values: [{ since: "2026-11-10" }] }),
			["Sin estimar 8 h no se cuentan"],
			["Estimado:"],
		],
		["the first", "?period=1970-01-01", who([]), ["Sin extras"], ["1969"]],
		[
			"whose slip agrees",
			OCTOBER,
			who([worked], slip),
			[
				"Octubre de 2026 Coincide Al 50 %",
				"Anotaste 8 h, el recibo dice 8 h",
				/#right \S+#check \/auth\/my-pay\?period/,
				folded,
				"Eliminar el recibo",
				"Horas al 50 % Anotaste 8 h Horas",
			],
			[
				"hasta ahora",
				"Importe según",
				"Mandar lo",
				"Ya se arregló",
				"Qué puede cambiar",
				"Anotaste 8 h al 50 %",
				"¿Qué dice tu recibo?",
				"▾",
			],
		],
		[
			"whose slip lacks hours",
			OCTOBER,
			who([worked], { slips: [{ ...paidAt(300), amount: 4_500_000 }] }),
			[
				"Faltan 3 h Al 50 %",
				"3 h menos en el recibo",
				"Importe según el recibo $ 45.000",
				"Ya se arregló",
				"Mandar lo que no coincide Faltan: 3 h",
				"intent=settle",
				/^(?!.*#check.*#check)/,
			],
			["no se arregló"],
		],
		[
			"with hours in doubt and of days off",
			OCTOBER,
			who(
				[
					{ ...worked, doubts: '["no-compensation"]', compensation: null },
					{ ...worked, compensation: "franco" },
				],
				slip,
			),
			[
				"Coincide con extras sin confirmar",
				"Qué puede cambiar Sin decir",
				"No se compara con lo pagado: 1 extra",
				"Lo que tenés a favor Francos compensatorios Ganado: 1 franco",
			],
			["Qué se compara Se", "Francos compensatorios:"],
		],
		[
			"that is settled, and has changed",
			OCTOBER,
			who([worked], {
				slips: [{ ...paidAt(300), settled_on: "2026-11-05", settled_premiums: '{"50":300}' }],
			}),
			["Ya se arregló El 05/11/2026", "cambiaron tus horas", "Todavía no se arregló", "intent=reopen"],
			[],
		],
		[
			"whose form was refused",
			OCTOBER,
			who([]),
			[/▾ ¿Qué dice tu recibo\?/, "hours50=muchas", "Horas al 75 %"],
			["Lo que está guardado ahora", "Cancelar"],
			{ percents: "50 75 100", hours50: "muchas" },
		],
		[
			"whose form another device has overtaken",
			OCTOBER,
			who([], slip),
			["Lo que está guardado ahora", "Cancelar", ` ${PAY}?period=2026-10-01 `],
			[],
			{ percents: "50 100", hours50: "5", version: "vieja" },
		],
		[
			"with a day off to come",
			"",
			who([{ ...worked, date: "2026-11-30", compensation: "franco" }]),
			["Francos compensatorios: Sin contar"],
			["Banco de horas:"],
		],
		[
			"whose slip is to be deleted",
			`${OCTOBER}&intent=delete`,
			who([], slip),
			["¿Querés eliminar este recibo?"],
			["Mi pago"],
		],
		[
			"whose slip could not be deleted",
			OCTOBER,
			who([], slip, "slips"),
			["¿Querés eliminar este recibo?"],
			["Mi pago"],
			{ intent: "delete", idFile: "2026-10-01" },
		],
	]);
});
