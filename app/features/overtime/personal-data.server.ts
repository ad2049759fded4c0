import { toCsv } from "~/lib/csv";
import { db } from "~/lib/db.server";
import type { ZipPart } from "~/lib/zip.server";
import { decimalHours } from "./export.server";
import { type Extra, extraColumns, toExtra } from "./extras.server";
import { formatClock } from "./hours";

/** A person's extras as files, for a program and for a spreadsheet, oldest first. None that was deleted a moment ago. */
export async function extraParts(userId: string): Promise<ZipPart[]> {
	const rows = await db
		.selectFrom("extras")
		.select(extraColumns)
		.where("user_id", "=", userId)
		.orderBy("date")
		.orderBy("created_at")
		.orderBy("id_file")
		.execute();
	const extras = rows.map((row) => toData(toExtra(row)));
	return [
		{ name: "extras.json", text: `${JSON.stringify({ extras }, null, "\t")}\n` },
		{ name: "extras.csv", text: toCsv([HEADINGS, ...extras.map(toRow)]) },
	];
}

/** As it is kept, but for clocks and moments, which are written as people and programs read them. */
function toData({ startMinute, createdAt, editedAt, ...extra }: Extra) {
	return {
		...extra,
		startTime: startMinute === null ? null : formatClock(startMinute),
		createdAt: toIso(createdAt),
		editedAt: editedAt === null ? null : toIso(editedAt),
	};
}

const HEADINGS = [
	"fecha",
	"turno",
	"horas",
	"entrada",
	"horas al 50",
	"horas al 100",
	"sin clasificar",
	"horas de noche",
	"división tuya",
	"compensación",
	"comentario",
	"creada",
	"editada",
];

function toRow(extra: ReturnType<typeof toData>): string[] {
	return [
		extra.date,
		extra.shift,
		decimalHours(extra.minutes),
		extra.startTime ?? "",
		decimalHours(extra.minutes50),
		decimalHours(extra.minutes100),
		decimalHours(extra.minutesUnclassified),
		extra.minutesNight === null ? "" : decimalHours(extra.minutesNight),
		extra.hasOwnSplit ? "sí" : "no",
		extra.compensation ?? "",
		extra.comment ?? "",
		extra.createdAt,
		extra.editedAt ?? "",
	];
}

function toIso(ms: number): string {
	return new Date(ms).toISOString();
}
