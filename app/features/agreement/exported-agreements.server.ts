import type { Agreement } from "~/features/law/rates";
import { toCsv } from "~/lib/csv";
import { pesosText } from "~/lib/pesos";
import { exportedJson, type Table, tableLines } from "~/lib/records/exported-records";
import type { ZipPart } from "~/lib/zip.server";
import type { HourValue } from "./agreement";
import { listAgreements, listHourValues } from "./agreements.server";

/** A user's agreements and hourly rates, oldest first, as JSON and CSV files of the data export. */
export async function agreementParts(userId: string): Promise<ZipPart[]> {
	const data = { hourValues: await listHourValues(userId), agreements: await listAgreements(userId) };
	return [
		{ name: "convenio.json", text: exportedJson(data) },
		{ name: "valor-de-la-hora.csv", text: toCsv(tableLines(hourValueTable, data.hourValues)) },
		{ name: "convenio.csv", text: toCsv(tableLines(agreementTable, data.agreements)) },
	];
}

const hourValueTable: Table<HourValue> = {
	since: "desde",
	centavos: [["pesos", ({ centavos }) => pesosText(centavos)]],
	divisor: [
		["por", ({ divisor }) => (divisor === null ? "hora" : "mes")],
		["horas del mes", ({ divisor }) => String(divisor ?? "")],
	],
};

const agreementTable: Table<Agreement> = {
	since: "desde",
	name: "convenio",
	weekday: "día común",
	saturday: "sábado a la tarde",
	sunday: "domingo",
	holiday: "feriado",
	ownShift: "feriado en tu turno",
	night: "noche",
	dayOff: "franco trabajado",
	hasUnionDay: [["jornal por día del gremio", ({ hasUnionDay }) => (hasUnionDay ? "sí" : "no")]],
};
