import * as z from "zod/mini";
import { totalHoursToMinutes } from "~/features/overtime/minutes";
import { readText } from "~/lib/forms/read-text";
import { parsePesos } from "~/lib/pesos";

const MAX_DAYS_OFF = 99;

const hours = z.optional(
	readText(totalHoursToMinutes, "Escribí las horas del recibo como 12 o 7,5; si no figuran, 0."),
);

/** Schema of a slip's form. The hours at 50 % or at 100 % may be empty, but not both. Empty hours are stored as 0. */
export const slipSchema = z
	.strictObject({
		hours50: hours,
		hours100: hours,
		daysOff: z.optional(readText(parseDaysOff, `Escribí cuántos francos son, de 0 a ${MAX_DAYS_OFF}.`)),
		amount: z.optional(readText(parsePesos, "Escribí el importe como 45000 o 45.000,50.")),
	})
	.check(
		z.refine(({ hours50, hours100 }) => hours50 !== undefined || hours100 !== undefined, {
			path: ["hours50"],
			error: "Escribí las horas del recibo, al 50 o al 100 %; si no figuran, 0.",
		}),
	);

function parseDaysOff(text: string): number | undefined {
	return /^\s*\d{1,2}\s*$/.test(text) ? Number(text) : undefined;
}
