import { listRotationHistory } from "~/features/shift/history/rotation-history.server";
import { toCsv } from "~/lib/csv";
import { exportedJson, isoTime, type Table, tableLines } from "~/lib/records/exported-records";
import { exactHours } from "~/lib/time/minutes";
import type { ZipPart } from "~/lib/zip.server";
import { listOwnDays, type StoredOwnDay } from "./own-days.server";

/**
 * A user's own days and history of diagrams and crews, oldest first, as JSON and CSV files of the data export. Deleted
 * own days are left out.
 */
export async function ownDayParts(userId: string): Promise<ZipPart[]> {
	const ownDays = await listOwnDays(userId);
	const rotationHistory = (await listRotationHistory(userId)).map(({ changedAt, ...entry }) => ({
		...entry,
		changedAt: changedAt || null,
	}));
	return [
		{ name: "dias.json", text: exportedJson({ ownDays, rotationHistory }) },
		{ name: "dias.csv", text: toCsv(tableLines(table, ownDays)) },
	];
}

const table: Table<StoredOwnDay> = {
	id: null,
	kind: "qué es",
	firstDay: "primer día",
	lastDay: "último día",
	crew: "escuadra",
	bankMinutes: [["horas del banco", ({ bankMinutes }) => (bankMinutes ? exactHours(bankMinutes) : "")]],
	note: "nota",
	createdAt: [["creado", ({ createdAt }) => isoTime(createdAt)]],
	updatedAt: [["cambiado", ({ updatedAt }) => isoTime(updatedAt)]],
};
