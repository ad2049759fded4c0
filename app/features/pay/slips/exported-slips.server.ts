import { decimalHours } from "~/features/extras/list/export.server";
import { percentsOf } from "~/features/law/premiums";
import { toCsv } from "~/lib/csv";
import { pesosText } from "~/lib/pesos";
import type { ZipPart } from "~/lib/zip.server";
import { listSlips } from "./slips.server";

const HEADINGS = ["francos", "importe", "cerrado el", "creado", "cambiado"];

/**
 * A user's pay slips as JSON and CSV files of the data export, newest first. JSON amounts are in centavos; deleted
 * slips are left out.
 */
export async function slipParts(userId: string): Promise<ZipPart[]> {
	const slips = (await listSlips(userId)).map(({ createdAt, updatedAt, ...slip }) => ({
		...slip,
		createdAt: new Date(createdAt).toISOString(),
		updatedAt: new Date(updatedAt).toISOString(),
	}));
	const percents = percentsOf({ 50: 0, 100: 0 }, ...slips.map(({ premiums }) => premiums));
	const headings = ["desde", "hasta", ...percents.map((percent) => `horas al ${percent}`), ...HEADINGS];
	const rows = slips.map((slip) => [
		slip.start,
		slip.end,
		...percents.map((percent) => decimalHours(slip.premiums[percent] ?? 0)),
		slip.daysOff === null ? "" : String(slip.daysOff),
		slip.amount === null ? "" : pesosText(slip.amount),
		slip.settledOn ?? "",
		slip.createdAt,
		slip.updatedAt,
	]);
	return [
		{ name: "recibos.json", text: `${JSON.stringify({ slips }, null, "\t")}\n` },
		{ name: "recibos.csv", text: toCsv([headings, ...rows]) },
	];
}
