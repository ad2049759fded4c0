import type { Extra } from "~/features/extras/rows/extras.server";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import { doubtLines } from "~/features/law/doubts";
import { csvTexts } from "~/lib/csv";
import { formatClock } from "~/lib/time/minutes";
import type { ZipPart } from "~/lib/zip.server";
import { pagesOfExtras } from "./all-extras.server";
import { columnTitle, decimalHours, premiumColumns, startSource } from "./export.server";

/** A user's entries for the data export, oldest first, as streamed JSON and CSV. Deleted entries are left out. */
export function extraParts(userId: string): ZipPart[] {
	return [
		{ name: "extras.json", texts: jsonTexts(pagesOfData(userId)) },
		{ name: "extras.csv", texts: rowTexts(userId) },
	];
}

async function* pagesOfData(userId: string) {
	await refreshPay(userId);
	for await (const extras of pagesOfExtras(userId, {})) yield extras.map(toData);
}

async function* rowTexts(userId: string) {
	const keys = await premiumColumns(userId, {});
	const titles = [...FIRST_TITLES, ...keys.map((key) => columnTitle(key).toLowerCase()), ...LAST_TITLES];
	yield* csvTexts(titles, pagesOfRows(userId, keys));
}

async function* pagesOfRows(userId: string, keys: readonly string[]) {
	for await (const extras of pagesOfData(userId)) yield extras.map((extra) => toRow(extra, keys));
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

/** Titles of the columns; those of the hours by premium stand between them. */
const FIRST_TITLES = ["fecha", "turno", "horas", "entrada", "de dónde sale la hora"];
const LAST_TITLES = [
	"horas de noche",
	"división tuya",
	"dudas",
	"para revisar",
	"compensación",
	"comentario",
	"creada",
	"editada",
	"código",
];

function toRow(extra: ReturnType<typeof toData>, keys: readonly string[]): string[] {
	return [
		extra.date,
		extra.shift,
		decimalHours(extra.minutes),
		extra.startTime ?? "",
		extra.startTime === null ? "" : startSource(extra),
		...keys.map((key) => decimalHours(extra.premiums[key] ?? 0)),
		extra.minutesNight === null ? "" : decimalHours(extra.minutesNight),
		extra.hasOwnSplit ? "sí" : "no",
		doubtLines(extra.doubts).join(" "),
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
