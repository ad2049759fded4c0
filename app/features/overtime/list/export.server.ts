import type { ExtraStart } from "~/features/overtime/law/start-proposal";
import { BY_DIAGRAM, formatClock } from "~/features/overtime/minutes";
import { listDatedRotations } from "~/features/shift/own-days/own-calendar.server";
import { csvTexts } from "~/lib/csv";
import { textStream } from "~/lib/http/download.server";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";
import { plantDay } from "~/lib/time/plant-clock.server";
import { daysOfExtras, pagesOfExtras } from "./all-extras.server";
import { describeExtras } from "./describe-extras.server";
import type { ListedExtra } from "./extra-row";
import type { ExtrasFilter } from "./filter";

const HEADER = [
	"Fecha",
	"Turno",
	"Horas",
	"Entrada",
	"Salida",
	"De dónde sale la hora",
	"Horas al 50",
	"Horas al 100",
	"Sin clasificar",
	"Horas de noche",
	"Compensación",
	"Comentario",
	"Por qué",
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
	const days = await daysOfExtras(userId, filter);
	const first = filter.start ?? days.first ?? today;
	const last = filter.end ?? days.last ?? today;
	return {
		name: `extras-${first}-a-${last}${filter.shift ? "-turno" : ""}.csv`,
		type: "text/csv; charset=utf-8",
		content: textStream(csvTexts(HEADER, pagesOfRows(userId, filter))),
	};
}

async function* pagesOfRows(userId: string, filter: ExtrasFilter) {
	const own = await listDatedRotations(userId);
	for await (const extras of pagesOfExtras(userId, filter))
		yield (await describeExtras(userId, extras, own)).map(toRow);
}

function toRow(extra: ListedExtra): string[] {
	const { date, minutes, startMinute, minutesNight, editedAt } = extra;
	return [
		formatShortDate(date),
		extra.shift,
		decimalHours(minutes),
		startMinute === null ? "" : formatClock(startMinute),
		startMinute === null ? "" : formatClock(startMinute + minutes),
		startMinute === null ? "" : startSource(extra),
		decimalHours(extra.minutes50),
		decimalHours(extra.minutes100),
		decimalHours(extra.minutesUnclassified),
		minutesNight === null ? "" : decimalHours(minutesNight),
		extra.compensation ?? "",
		extra.comment ?? "",
		extra.reason,
		extra.needsReview ? "sí" : "",
		formatShortDate(plantDay(extra.createdAt)),
		editedAt === null ? "" : formatShortDate(plantDay(editedAt)),
		extra.hasOwnSplit ? "sí" : "",
		extra.idFile,
	];
}

/** Text that says whether the worker typed the start time or the diagram proposed it. */
export function startSource({ isStartProposed }: Pick<ExtraStart, "isStartProposed">): string {
	return isStartProposed ? BY_DIAGRAM : "la pusiste vos";
}

/** Hours for a spreadsheet: "4,5", with at most two decimals. */
export function decimalHours(minutes: number): string {
	return String(Math.round((minutes / 60) * 100) / 100).replace(".", ",");
}
