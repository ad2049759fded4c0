import type { Extra } from "~/features/extras/rows/extras.server";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import { doubtLines } from "~/features/law/doubts";
import { csvTexts } from "~/lib/csv";
import { columnsOf, isoTime, type Table, withIsoTimes } from "~/lib/records/exported-records";
import { formatClock } from "~/lib/time/minutes";
import type { ZipPart } from "~/lib/zip.server";
import { pagesOfExtras } from "./all-extras.server";
import { columnTitle, decimalHours, premiumColumns, startSource } from "./export.server";

/** A user's entries for the data export, oldest first, as streamed JSON and CSV. Deleted entries are left out. */
export function extraParts(userId: string): ZipPart[] {
	return [
		{ name: "extras.json", texts: jsonTexts(userId) },
		{ name: "extras.csv", texts: rowTexts(userId) },
	];
}

async function* jsonTexts(userId: string): AsyncGenerator<string> {
	await refreshPay(userId);
	let before = '{\n\t"extras": [';
	for await (const extras of pagesOfExtras(userId, {})) {
		yield before + extras.map((extra) => `\n\t\t${JSON.stringify(toData(extra), withIsoTimes)}`).join(",");
		before = ",";
	}
	yield `${before === "," ? "" : before}\n\t]\n}\n`;
}

async function* rowTexts(userId: string): AsyncGenerator<string> {
	const columns = columnsOf(tableWith(await premiumColumns(userId, {})));
	const titles = columns.map(([title]) => title);
	yield* csvTexts(
		titles,
		pagesOfRows(userId, (extra) => columns.map(([, toText]) => toText(extra))),
	);
}

async function* pagesOfRows(userId: string, toRow: (extra: Extra) => string[]) {
	await refreshPay(userId);
	for await (const extras of pagesOfExtras(userId, {})) yield extras.map(toRow);
}

function toData({ startMinute, ...extra }: Extra) {
	return { ...extra, startTime: startMinute === null ? null : formatClock(startMinute) };
}

/** @param keys premiums that have a column with hours */
const tableWith = (keys: readonly string[]): Table<Extra> => ({
	date: "fecha",
	shift: "turno",
	minutes: [["horas", ({ minutes }) => decimalHours(minutes)]],
	startMinute: [
		["entrada", ({ startMinute }) => (startMinute === null ? "" : formatClock(startMinute))],
		["de dónde sale la hora", (extra) => (extra.startMinute === null ? "" : startSource(extra))],
	],
	isStartProposed: null,
	premiums: keys.map((key) => [
		columnTitle(key).toLowerCase(),
		({ premiums }) => decimalHours(premiums[key] ?? 0),
	]),
	minutesNight: [
		["horas de noche", ({ minutesNight }) => (minutesNight === null ? "" : decimalHours(minutesNight))],
	],
	hasOwnSplit: [["división tuya", ({ hasOwnSplit }) => (hasOwnSplit ? "sí" : "no")]],
	doubts: [["dudas", ({ doubts }) => doubtLines(doubts).join(" ")]],
	needsReview: [["para revisar", ({ needsReview }) => (needsReview ? "sí" : "no")]],
	compensation: "compensación",
	comment: "comentario",
	createdAt: [["creada", ({ createdAt }) => isoTime(createdAt)]],
	editedAt: [["editada", ({ editedAt }) => (editedAt === null ? "" : isoTime(editedAt))]],
	idFile: "código",
});
