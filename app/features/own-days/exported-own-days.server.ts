import { listRotationHistory } from "~/features/shift/history/rotation-history.server";
import { toCsv } from "~/lib/csv";
import { EARLIEST } from "~/lib/forms/date-field";
import { hoursText } from "~/lib/time/minutes";
import type { ZipPart } from "~/lib/zip.server";
import { listOwnDays, type StoredOwnDay } from "./own-days.server";

const FOREVER = "2199-12-31";

/**
 * A user's own days (vacation, leave and the like) and history of diagrams and crews, oldest first, as JSON and CSV
 * files of the data export. Deleted own days are left out.
 */
export async function ownDayParts(userId: string): Promise<ZipPart[]> {
	const ownDays = (await listOwnDays(userId, EARLIEST, FOREVER)).map(toData);
	const history = (await listRotationHistory(userId)).map(({ changedAt, ...entry }) => ({
		...entry,
		changedAt: changedAt === 0 ? null : toIso(changedAt),
	}));
	const data = { ownDays, rotationHistory: history };
	const rows = ownDays.map(({ kind, firstDay, lastDay, crew, bankMinutes, note, createdAt, updatedAt }) => [
		kind,
		firstDay,
		lastDay,
		crew ?? "",
		bankMinutes ? hoursText(bankMinutes) : "",
		note,
		createdAt,
		updatedAt,
	]);
	const headings = [
		"qué es",
		"primer día",
		"último día",
		"escuadra",
		"horas del banco",
		"nota",
		"creado",
		"cambiado",
	];
	return [
		{ name: "dias.json", text: `${JSON.stringify(data, null, "\t")}\n` },
		{ name: "dias.csv", text: toCsv([headings, ...rows]) },
	];
}

function toData({ createdAt, updatedAt, ...ownDay }: StoredOwnDay) {
	return { ...ownDay, createdAt: toIso(createdAt), updatedAt: toIso(updatedAt) };
}

function toIso(ms: number): string {
	return new Date(ms).toISOString();
}
