import type { Extra } from "~/features/extras/rows/extras.server";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import { doubtLines } from "~/features/law/doubts";
import { FOR_DAY_OFF, percentsOf, premiumName, UNCLASSIFIED } from "~/features/law/premiums";
import { BY_DIAGRAM } from "~/features/law/rest";
import { csvTexts } from "~/lib/csv";
import { streamOf } from "~/lib/http/download.server";
import { plainSpaces } from "~/lib/no-break";
import { type Column, withIsoTimes } from "~/lib/records/exported-records";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";
import { exactHours, formatClock } from "~/lib/time/minutes";
import { plantDay } from "~/lib/time/plant-clock.server";
import type { ZipPart } from "~/lib/zip.server";
import { sumExtras } from "./extra-sums.server";
import { listExtras, listOldestExtras, pagesOfExtras } from "./extras-list.server";
import type { ExtrasFilter } from "./filter";

/**
 * A user's entries for the data export, oldest first: as streamed JSON, and as the CSV that the list has. Deleted entries
 * are left out.
 */
export function extraParts(userId: string): ZipPart[] {
	return [
		{ name: "extras.json", texts: jsonTexts(userId) },
		{ name: "extras.csv", texts: rowTexts(userId, {}) },
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

function toData({ startMinute, ...extra }: Extra) {
	return { ...extra, startTime: startMinute === null ? null : formatClock(startMinute) };
}

/** Streams the matching entries as CSV, oldest first, for Excel with Argentine settings. */
export async function csvOf(userId: string, filter: ExtrasFilter, today: CivilDate) {
	// Before the response begins, which a full disk would otherwise cut off.
	await refreshPay(userId);
	const [oldest] = await listOldestExtras(userId, filter, 1);
	const [newest] = (await listExtras(userId, filter)).extras;
	const first = filter.start ?? oldest?.date ?? filter.end ?? today;
	const last = filter.end ?? newest?.date ?? first;
	return {
		name: `extras-${first}-a-${last}${filter.shift ? "-turno" : ""}.csv`,
		type: "text/csv; charset=utf-8",
		content: streamOf(rowTexts(userId, filter)),
	};
}

async function* rowTexts(userId: string, filter: ExtrasFilter): AsyncGenerator<string> {
	await refreshPay(userId);
	const keys = await premiumColumns(userId, filter);
	const columns = columnsWith(keys);
	async function* rows() {
		for await (const page of pagesOfExtras(userId, filter))
			yield page.map((extra) => {
				// The terms have changed since the header was written: rather no file than one that lacks these hours.
				const missing = Object.keys(extra.premiums).find((key) => !keys.includes(key));
				if (missing) throw new Error(`No column has the hours ${premiumName(missing)}`);
				return columns.map(([, textOf]) => textOf(extra));
			});
	}
	yield* csvTexts(
		columns.map(([title]) => title),
		rows(),
	);
}

/** @param keys premiums that have a column with hours */
const columnsWith = (keys: readonly string[]): readonly Column<Extra>[] => [
	["Fecha", ({ date }) => formatShortDate(date)],
	["Turno", ({ shift }) => shift],
	["Horas", ({ minutes }) => exactHours(minutes)],
	["Entrada", ({ startMinute }) => (startMinute === null ? "" : formatClock(startMinute))],
	["Salida", ({ startMinute, minutes }) => (startMinute === null ? "" : formatClock(startMinute + minutes))],
	["De dónde sale la hora", startSource],
	...keys.map((key): Column<Extra> => [columnTitle(key), ({ premiums }) => exactHours(premiums[key] ?? 0)]),
	["Horas de noche", ({ minutesNight }) => (minutesNight === null ? "" : exactHours(minutesNight))],
	["Compensación", ({ compensation }) => compensation ?? ""],
	["Comentario", ({ comment }) => comment ?? ""],
	["Por qué", ({ reason }) => plainSpaces(reason)],
	["Dudas", ({ doubts }) => plainSpaces(doubtLines(doubts).join(" "))],
	["Para revisar", ({ needsReview }) => (needsReview ? "sí" : "")],
	["Anotada el", ({ createdAt }) => formatShortDate(plantDay(createdAt))],
	["Cambiada el", ({ editedAt }) => (editedAt === null ? "" : formatShortDate(plantDay(editedAt)))],
	["División tuya", ({ hasOwnSplit }) => (hasOwnSplit ? "sí" : "")],
	["Código", ({ idFile }) => idFile],
];

/** The keys of the columns with hours by premium: those that the entries have, and those that an import looks for. */
async function premiumColumns(userId: string, filter: ExtrasFilter): Promise<string[]> {
	const { premiums } = await sumExtras(userId, filter);
	const percents = percentsOf({ 50: 0, 100: 0 }, premiums).map(String);
	return [...percents, ...(premiums[FOR_DAY_OFF] ? [FOR_DAY_OFF] : []), UNCLASSIFIED];
}

/** Title of a column with hours by premium: "Horas al 50", "Sin clasificar". */
function columnTitle(key: string): string {
	return key === UNCLASSIFIED ? "Sin clasificar" : `Horas ${premiumName(key, String)}`;
}

/** Text that says whether the worker typed the start time or the diagram proposed it. */
function startSource({ startMinute, isStartProposed }: Extra): string {
	if (startMinute === null) return "";
	return isStartProposed ? BY_DIAGRAM : "la pusiste vos";
}
