import * as z from "zod/mini";
import { besides } from "~/lib/forms/besides";
import { dateField } from "~/lib/forms/date-field";
import { readText } from "~/lib/forms/read-text";
import { parsePesos } from "~/lib/pesos";
import { remembering } from "~/lib/remembering";
import type { CivilDate } from "~/lib/time/civil-date";
import { agreementNames, hourCentavosOf } from "./agreement";

/** Usual working hours per month, by which monthly pay is divided. */
export const USUAL_DIVISOR = 200;
const [MIN_DIVISOR, MAX_DIVISOR] = [100, 300];
/** Maximum hourly rate: a million pesos. */
const MAX_HOUR_CENTAVOS = 100_000_000;
const MAX_PREMIUM = 300;
const MAX_NIGHT = 100;

/**
 * Schema of the form with an hourly rate. Converts the typed pesos to whole centavos.
 * @param today current date in the factory's time zone; if undefined, any future date is accepted
 */
export const hourValueSchemaOn = remembering((today: CivilDate | undefined) => {
	const fields = z.strictObject({
		basis: z.enum(["hour", "month"], "Elegí si es por hora o por mes."),
		amount: readText(
			(text) => parsePesos(text) || undefined,
			"Escribí un monto mayor que cero, como 5000, 5.000 o 5000,50.",
		),
		divisor: z.optional(
			wholeField(MIN_DIVISOR, MAX_DIVISOR, `Son horas por mes: de ${MIN_DIVISOR} a ${MAX_DIVISOR}.`),
		),
		since: dateField(today),
	});
	return fields.check(
		z.refine((values) => hourCentavosOf(toHourValue(values)) <= MAX_HOUR_CENTAVOS, {
			path: ["amount"],
			...besides("basis", "amount", "divisor"),
			error: ({ input }) =>
				Object(input).basis === "month"
					? "Da más de un millón de pesos por hora: revisá el monto y las horas."
					: "Es más de un millón de pesos por hora. Si es lo que cobrás por mes, elegí «por mes».",
		}),
		z.refine((values) => hourCentavosOf(toHourValue(values)) > 0, {
			path: ["amount"],
			...besides("basis", "amount", "divisor"),
			error: "Da menos de un centavo por hora: revisá el monto.",
		}),
	);
}, 1);

/** Converts the form's values to a stored hourly rate. Monthly pay without a divisor gets the usual divisor. */
export function toHourValue(typed: { basis: "hour" | "month"; amount: number; divisor?: number }) {
	return {
		centavos: typed.amount,
		divisor: typed.basis === "month" ? (typed.divisor ?? USUAL_DIVISOR) : null,
	};
}

/**
 * Schema of the form with the premiums of an agreement. No premium may be lower than the premium by law (LCT,
 * employment contract act, art. 201 and 166).
 * @param today current date in the factory's time zone; if undefined, any future date is accepted
 */
export const agreementSchemaOn = remembering((today: CivilDate | undefined) => {
	return z.strictObject({
		name: z.enum(agreementNames, "Elegí un convenio de la lista."),
		weekday: premium(50),
		saturday: premium(100),
		sunday: premium(100),
		holiday: premium(100),
		ownShift: premium(100),
		night: wholeField(0, MAX_NIGHT, `Es un número entero de 0 a ${MAX_NIGHT}.`),
		dayOff: z.optional(z.enum(["50", "100", "franco"], "Elegí una opción de la lista.")),
		unionDay: z.enum(["si", "no"], "Elegí sí o no."),
		since: dateField(today),
	});
}, 1);

function premium(least: number) {
	const problem = `Es un número entero de ${least}, lo mínimo por ley, a ${MAX_PREMIUM}.`;
	return wholeField(least, MAX_PREMIUM, problem);
}

/** Form field for a whole number within bounds, with or without a percent sign. */
function wholeField(least: number, most: number, problem: string) {
	const parse = (text: string) => {
		const value = Number(/^(\d{1,3})\s*%?$/.exec(text.trim())?.[1]);
		return value >= least && value <= most ? value : undefined;
	};
	return readText(parse, problem);
}
