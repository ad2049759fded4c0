import { findPayTerms } from "~/features/agreement/pay-terms.server";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import type { ExtraStart } from "~/features/extras/rows/start-proposal";
import { doubtLines } from "~/features/law/doubts";
import { FOR_DAY_OFF, premiumName, UNCLASSIFIED } from "~/features/law/premiums";
import { keptReason } from "~/features/law/reason";
import { BY_DIAGRAM } from "~/features/law/rest";
import { csvTexts } from "~/lib/csv";
import { streamOf } from "~/lib/http/download.server";
import { plainSpaces } from "~/lib/no-break";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";
import { formatClock } from "~/lib/time/minutes";
import { plantDay } from "~/lib/time/plant-clock.server";
import { daysOfExtras, listPremiumKeys, pagesOfExtras } from "./all-extras.server";
import type { ListedExtra } from "./extra-row";
import type { ExtrasFilter } from "./filter";

/** Titles of the columns; those of the hours by premium stand between them. */
const FIRST_TITLES = ["Fecha", "Turno", "Horas", "Entrada", "Salida", "De dónde sale la hora"];
const LAST_TITLES = [
	"Horas de noche",
	"Compensación",
	"Comentario",
	"Por qué",
	"Dudas",
	"Para revisar",
	"Anotada el",
	"Cambiada el",
	"División tuya",
	"Código",
];

/** Streams the matching entries as CSV, oldest first, for Excel with Argentine settings. */
export async function csvOf(
	userId: string,
	filter: ExtrasFilter,
	today: CivilDate,
): Promise<{ name: string; type: string; content: ReadableStream<Uint8Array> }> {
	await refreshPay(userId);
	const days = await daysOfExtras(userId, filter);
	const first = filter.start ?? days.first ?? today;
	const last = filter.end ?? days.last ?? today;
	const keys = await premiumColumns(userId, filter);
	const header = [...FIRST_TITLES, ...keys.map(columnTitle), ...LAST_TITLES];
	return {
		name: `extras-${first}-a-${last}${filter.shift ? "-turno" : ""}.csv`,
		type: "text/csv; charset=utf-8",
		content: streamOf(csvTexts(header, pagesOfRows(userId, filter, keys))),
	};
}

async function* pagesOfRows(userId: string, filter: ExtrasFilter, keys: readonly string[]) {
	for await (const extras of pagesOfExtras(userId, filter)) {
		const [first, last] = [extras[0], extras.at(-1)];
		if (!first || !last) return;
		const terms = await findPayTerms(userId, first.date, last.date);
		yield extras.map((extra) => toRow({ ...extra, reason: keptReason(extra, terms) }, keys));
	}
}

function toRow(extra: ListedExtra, keys: readonly string[]): string[] {
	const { date, minutes, startMinute, minutesNight, editedAt } = extra;
	return [
		formatShortDate(date),
		extra.shift,
		decimalHours(minutes),
		startMinute === null ? "" : formatClock(startMinute),
		startMinute === null ? "" : formatClock(startMinute + minutes),
		startMinute === null ? "" : startSource(extra),
		...keys.map((key) => decimalHours(extra.premiums[key] ?? 0)),
		minutesNight === null ? "" : decimalHours(minutesNight),
		extra.compensation ?? "",
		extra.comment ?? "",
		plainSpaces(extra.reason),
		plainSpaces(doubtLines(extra.doubts).join(" ")),
		extra.needsReview ? "sí" : "",
		formatShortDate(plantDay(extra.createdAt)),
		editedAt === null ? "" : formatShortDate(plantDay(editedAt)),
		extra.hasOwnSplit ? "sí" : "",
		extra.idFile,
	];
}

/** The keys of the columns with hours by premium: those that the entries have, and those that an import looks for. */
export async function premiumColumns(userId: string, filter: ExtrasFilter): Promise<string[]> {
	const found = await listPremiumKeys(userId, filter);
	const percents = new Set(
		["50", "100", ...found].filter((key) => key !== UNCLASSIFIED && key !== FOR_DAY_OFF),
	);
	const sorted = [...percents].sort((one, other) => Number(one) - Number(other));
	return [...sorted, ...(found.includes(FOR_DAY_OFF) ? [FOR_DAY_OFF] : []), UNCLASSIFIED];
}

/** Title of a column with hours by premium: "Horas al 50", "Sin clasificar". */
export function columnTitle(key: string): string {
	return key === UNCLASSIFIED ? "Sin clasificar" : `Horas ${premiumName(key, String)}`;
}

/** Text that says whether the worker typed the start time or the diagram proposed it. */
export function startSource({ isStartProposed }: Pick<ExtraStart, "isStartProposed">): string {
	return isStartProposed ? BY_DIAGRAM : "la pusiste vos";
}

/** Hours for a spreadsheet: "4,5", with at most two decimals. */
export function decimalHours(minutes: number): string {
	return String(Math.round((minutes / 60) * 100) / 100).replace(".", ",");
}
