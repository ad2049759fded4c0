import { percentsOf } from "~/features/law/premiums";
import { toCsv } from "~/lib/csv";
import { pesosText } from "~/lib/pesos";
import { exportedJson, isoTime, type Table, tableLines } from "~/lib/records/exported-records";
import { exactHours } from "~/lib/time/minutes";
import type { ZipPart } from "~/lib/zip.server";
import { listSlips, type StoredSlip } from "./slips.server";

/**
 * A user's pay slips as JSON and CSV files of the data export, newest first. JSON amounts are in centavos; deleted
 * slips are left out.
 */
export async function slipParts(userId: string): Promise<ZipPart[]> {
	const slips = await listSlips(userId);
	const percents = percentsOf({ 50: 0, 100: 0 }, ...slips.map(({ premiums }) => premiums));
	return [
		{ name: "recibos.json", text: exportedJson({ slips }) },
		{ name: "recibos.csv", text: toCsv(tableLines(tableWith(percents), slips)) },
	];
}

const tableWith = (percents: readonly number[]): Table<StoredSlip> => ({
	start: "desde",
	end: "hasta",
	premiums: percents.map((percent) => [
		`horas al ${percent}`,
		({ premiums }) => exactHours(premiums[percent] ?? 0),
	]),
	daysOff: "francos",
	amount: [["importe", ({ amount }) => (amount === null ? "" : pesosText(amount))]],
	settledOn: "cerrado el",
	settledPremiums: null,
	changedOn: null,
	createdAt: [["creado", ({ createdAt }) => isoTime(createdAt)]],
	updatedAt: [["cambiado", ({ updatedAt }) => isoTime(updatedAt)]],
});
