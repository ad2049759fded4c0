import * as z from "zod/mini";
import { besides } from "~/lib/forms/besides";
import { readText } from "~/lib/forms/read-text";
import { parsePesos } from "~/lib/pesos";
import { remembering } from "~/lib/remembering";
import { totalHoursToMinutes } from "~/lib/time/minutes";

const MAX_DAYS_OFF = 99;
/** Maximum number of fields with hours, which a form has room for: a period's terms use far fewer premiums. */
const MAX_PERCENTS = 60;

/** Premiums in percent of a form that does not say which it has. */
export const LEGAL_PERCENTS = "50 100";

const hours = z.optional(
	readText(totalHoursToMinutes, "Escribí las horas del recibo como 12 o 7,5; si no figuran, 0."),
);

/** Name of the field with the hours at a premium in percent. */
export function hoursField(percent: number): `hours${number}` {
	return `hours${percent}`;
}

/** Reads the premiums of a slip's form, each once, from its hidden field `percents`: "50 60 100". */
export function percentsIn(text: string): number[] {
	const percents = text.split(" ").filter((word) => /^\d{1,3}$/.test(word));
	return [...new Set(percents.map(Number))].slice(0, MAX_PERCENTS);
}

/** The premiums in percent whose fields with hours are among these names. */
export function percentsAmong(names: Iterable<string>): number[] {
	return [...names].flatMap((name) => /^hours(\d{1,3})$/.exec(name)?.[1] ?? []).map(Number);
}

/**
 * Schema of a slip's form. Each field with hours may be empty, but not all of them. Empty hours are stored as 0.
 * @param percents the premiums that have a field
 */
export const slipSchemaOn = remembering((percents: string) => {
	const names = percentsIn(percents).map(hoursField);
	return z
		.strictObject({
			...Object.fromEntries(names.map((name) => [name, hours])),
			percents: z.optional(z.string()),
			/** Last day of the period that the page showed; a page from before this field was added sends none. */
			end: z.optional(z.string()),
			daysOff: z.optional(readText(parseDaysOff, `Escribí cuántos francos son, de 0 a ${MAX_DAYS_OFF}.`)),
			amount: z.optional(readText(parsePesos, "Escribí el importe como 45000 o 45.000,50.")),
		})
		.check(
			z.refine((fields) => names.some((name) => Reflect.get(fields, name) !== undefined), {
				path: names.slice(0, 1),
				error: "Escribí las horas del recibo; si no figuran, 0.",
				...besides(...names),
			}),
		);
}, 1);

function parseDaysOff(text: string): number | undefined {
	return /^\s*\d{1,2}\s*$/.test(text) ? Number(text) : undefined;
}
