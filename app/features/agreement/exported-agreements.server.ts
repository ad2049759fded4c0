import { toCsv } from "~/lib/csv";
import { pesosText } from "~/lib/pesos";
import type { ZipPart } from "~/lib/zip.server";
import { listAgreements, listHourValues } from "./agreements.server";

/** A user's agreements and hourly rates, oldest first, as JSON and CSV files of the data export. */
export async function agreementParts(userId: string): Promise<ZipPart[]> {
	const data = { hourValues: await listHourValues(userId), agreements: await listAgreements(userId) };
	const values = data.hourValues.map(({ since, centavos, divisor }) => [
		since,
		pesosText(centavos),
		divisor === null ? "hora" : "mes",
		divisor === null ? "" : String(divisor),
	]);
	const agreements = data.agreements.map((agreement) => [
		agreement.since,
		agreement.name,
		String(agreement.weekday),
		String(agreement.saturday),
		String(agreement.sunday),
		String(agreement.holiday),
		String(agreement.ownShift),
		String(agreement.night),
		agreement.dayOff ?? "",
		agreement.hasUnionDay ? "sí" : "no",
	]);
	return [
		{ name: "convenio.json", text: `${JSON.stringify(data, null, "\t")}\n` },
		{ name: "valor-de-la-hora.csv", text: toCsv([["desde", "pesos", "por", "horas del mes"], ...values]) },
		{ name: "convenio.csv", text: toCsv([HEADINGS, ...agreements]) },
	];
}

const HEADINGS = [
	"desde",
	"convenio",
	"día común",
	"sábado a la tarde",
	"domingo",
	"feriado",
	"feriado en tu turno",
	"noche",
	"franco trabajado",
	"jornal por día del gremio",
];
