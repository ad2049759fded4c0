import type { Extra } from "~/features/overtime/extras/extras.server";
import { formatClock } from "~/features/overtime/minutes";
import { csvTexts } from "~/lib/csv";
import type { ZipPart } from "~/lib/zip.server";
import { pagesOfExtras } from "./all-extras.server";
import { decimalHours, startSource } from "./export.server";

/** A user's entries for the data export, oldest first, as streamed JSON and CSV. Deleted entries are left out. */
export function extraParts(userId: string): ZipPart[] {
	return [
		{ name: "extras.json", texts: jsonTexts(pagesOfData(userId)) },
		{ name: "extras.csv", texts: csvTexts(HEADINGS, pagesOfRows(userId)) },
	];
}

async function* pagesOfData(userId: string) {
	for await (const extras of pagesOfExtras(userId, {})) yield extras.map(toData);
}

async function* pagesOfRows(userId: string) {
	for await (const extras of pagesOfData(userId)) yield extras.map(toRow);
}

async function* jsonTexts(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
	let before = '{\n\t"extras": [';
	for await (const extras of pages) {
		yield before + extras.map((extra) => `\n\t\t${JSON.stringify(extra)}`).join(",");
		before = ",";
	}
	yield `${before === "," ? "" : before}\n\t]\n}\n`;
}

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
	"de dónde sale la hora",
	"horas al 50",
	"horas al 100",
	"sin clasificar",
	"horas de noche",
	"división tuya",
	"para revisar",
	"compensación",
	"comentario",
	"creada",
	"editada",
	"código",
];

function toRow(extra: ReturnType<typeof toData>): string[] {
	return [
		extra.date,
		extra.shift,
		decimalHours(extra.minutes),
		extra.startTime ?? "",
		extra.startTime === null ? "" : startSource(extra),
		decimalHours(extra.minutes50),
		decimalHours(extra.minutes100),
		decimalHours(extra.minutesUnclassified),
		extra.minutesNight === null ? "" : decimalHours(extra.minutesNight),
		extra.hasOwnSplit ? "sí" : "no",
		extra.needsReview ? "sí" : "no",
		extra.compensation ?? "",
		extra.comment ?? "",
		extra.createdAt,
		extra.editedAt ?? "",
		extra.idFile,
	];
}

function toIso(ms: number): string {
	return new Date(ms).toISOString();
}
