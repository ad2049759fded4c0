/** `npm run holidays -- …`: lists, imports and removes holidays, and proposes holidays according to the law. */
import { type Holiday, holidayKindNames, proposeHolidays } from "~/features/holidays/holiday-rule";
import { parseCivilDate, weekdayName } from "~/lib/time/civil-date";
import { type CommandInput, runProgram } from "./operator/command";
import { CommandError } from "./operator/errors";
import { importHolidays } from "./operator/holiday-import";
import { holidayYears, isHolidayYear } from "./operator/holiday-schema";
import { printJson } from "./operator/output";
import { withProgress } from "./operator/progress";

await runProgram({
	name: "holidays",
	title: "Feriados: ver, importar, quitar y preparar un año.",
	commands: [
		{
			name: "list",
			parameters: ["AÑO"],
			options: { json: { help: "en el formato de import" } },
			summary: "Muestra los feriados de un año.",
			details:
				"Un año sin datos muestra lo que dice la regla, con los trasladables «a confirmar». Para guardarlo en un archivo:\n  npm run --silent holidays -- list 2027 --json > 2027.json",
			async run(input) {
				const year = readYear(input);
				const { listHolidays } = await import("~/features/holidays/holidays.server");
				const holidays = await listHolidays(year);
				if (input.has("json")) printJson(holidays);
				else console.log(holidays.map(describeHoliday).join("\n"));
			},
		},
		{
			name: "import",
			parameters: ["ARCHIVO.json"],
			options: {},
			summary: "Agrega o corrige feriados. Si uno está mal, no cambia ninguno.",
			details: `El archivo es una lista; cada feriado se escribe así:

  { "date": "2027-11-20", "name": "Soberanía Nacional", "kind": "feriado", "confirmed": true,
    "source": "Decreto 000/2026" }

  kind  feriado, no_laborable o gremial
El mismo día y nombre corrige al que está; otro día u otro nombre agrega. Para mover uno, quitá después el viejo con remove.
Un año que no tenía datos muestra desde entonces solo lo importado: empezá con propose.`,
			run: ({ words: [file = ""] }) => importHolidays(file),
		},
		{
			name: "remove",
			parameters: ["FECHA", "NOMBRE…"],
			options: {},
			summary: "Quita un feriado por su fecha y su nombre.",
			details: 'Ejemplo: npm run holidays -- remove 2027-11-20 "Soberanía Nacional"',
			run: removeHoliday,
		},
		{
			name: "propose",
			parameters: ["AÑO"],
			options: {},
			summary: "Escribe los feriados de un año según la ley 27.399, para corregirlos e importarlos.",
			details: `No toca la base de datos. Los días con fines turísticos se anuncian cada año: agregalos a mano, con el nombre «Fines turísticos».

  npm run --silent holidays -- propose 2028 > 2028.json
  (corregí el archivo)
  npm run holidays -- import 2028.json`,
			usesDatabase: false,
			run: (input) => printJson(proposeHolidays(readYear(input))),
		},
	],
});

function readYear(input: CommandInput): number {
	const [given = ""] = input.words;
	const year = /^\d{4}$/.test(given) ? Number(given) : 0;
	if (isHolidayYear(year)) return year;
	throw input.usageError(`El año «${given}» está mal: ${holidayYears}.`);
}

async function removeHoliday(input: CommandInput): Promise<void> {
	const [given = "", name = ""] = input.words;
	const date = parseCivilDate(given);
	if (!date) throw input.usageError(`La fecha «${given}» está mal: se escribe 2027-05-25.`);
	const { listHolidays } = await import("~/features/holidays/holidays.server");
	const { deleteHolidayAndReclassify } = await import("./operator/change-holidays");
	const wasThere = await withProgress("Recalculando extras, por día", (report) =>
		deleteHolidayAndReclassify(date, name.trim(), report),
	);
	const holidays = await listHolidays(Number(date.slice(0, 4)));
	if (!wasThere) {
		const names = holidays.filter((holiday) => holiday.date === date).map((holiday) => `«${holiday.name}»`);
		const there = names.length > 0 ? `Ese día figura ${names.join(" y ")}` : "Ese día no figura ninguno";
		throw new CommandError(
			`No hay un feriado guardado «${name.trim()}» el ${date}. ${there} (un año sin datos muestra la regla).`,
		);
	}
	console.log(`Quitado: ${date} ${name.trim()}. Quedan en el año: ${holidays.length}`);
	if (JSON.stringify(holidays) === JSON.stringify(proposeHolidays(Number(date.slice(0, 4))))) {
		console.log("Era el último del año: ahora se muestran los de la regla.");
	}
}

function describeHoliday({ date, name, kind, confirmed, source }: Holiday): string {
	const state = confirmed ? "" : ", a confirmar";
	return `${date} ${weekdayName(date).padEnd(9)} ${name} (${holidayKindNames[kind]}${state}) · ${source}`;
}
