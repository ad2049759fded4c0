import * as z from "zod";
import { FIRST_YEAR } from "~/features/diagrams/periods";
import { parseCivilDate } from "~/lib/time/civil-date";

/** The years of which holidays are listed, proposed and imported. */
const LAST_YEAR = 2199;
export const holidayYears = `va de ${FIRST_YEAR} a ${LAST_YEAR}`;
export const isHolidayYear = (year: number) => year >= FIRST_YEAR && year <= LAST_YEAR;

/** Schema of the file from which an operator imports holidays. */
export const holidaysSchema = z
	.array(
		z.strictObject({
			date: z
				.string()
				.refine(parseCivilDate, { error: "la fecha se escribe como 2027-05-25", abort: true })
				.refine((date) => isHolidayYear(Number(date.slice(0, 4))), `el año ${holidayYears}`),
			name: z
				.string()
				.trim()
				.regex(/^\P{Cc}+$/u, "falta el nombre, en un solo renglón")
				.max(120, "el nombre lleva hasta 120 letras"),
			kind: z.enum(["feriado", "no_laborable", "gremial"], "el tipo es feriado, no_laborable o gremial"),
			confirmed: z.boolean("confirmed es true o false"),
			source: z.string().trim().min(1, "falta la fuente (ley, decreto o resolución)").max(200),
		}),
		"el archivo tiene que ser una lista de feriados",
	)
	.min(1, "la lista está vacía")
	.max(500, "son demasiados feriados para un solo archivo");
