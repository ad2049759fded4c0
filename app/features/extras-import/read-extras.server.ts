/** Reads overtime entries from a CSV file that this or an earlier version of the program has exported. */

import { setImmediate } from "node:timers/promises";
import * as z from "zod/mini";
import { extraSchemaOn } from "~/features/extras/extra-schemas";
import { type TypedExtra, typedExtra } from "~/features/extras/form/extra-values.server";
import { MAX_EXTRAS } from "~/features/extras/rows/extras.server";
import { isOwnPlace } from "~/features/extras/shift-letter";
import { BY_DIAGRAM } from "~/features/law/rest";
import { csvTexts, readCsv } from "~/lib/csv";
import { UUID } from "~/lib/forms/form.server";
import { piecesOf } from "~/lib/in-steps.server";
import type { CivilDate } from "~/lib/time/civil-date";

/** A valid row of an imported file. */
export interface ReadExtra extends TypedExtra {
	line: number;
	/** Key of the entry in the exporting account; undefined without a valid key, as in files of older versions. */
	idFile?: string;
	/** Whether the shift diagram proposed the start time. */
	isStartProposed: boolean;
	/** The texts of the row, in the order of `titles`. */
	cells: readonly string[];
}

export interface RefusedRow {
	line: number;
	/** Spanish text that tells the user why the row cannot be imported. */
	reason: string;
}

/**
 * Reason for refusing a whole file. "columns": the file lacks column headings that every export has. "rows": the file
 * has more than MAX_EXTRAS rows, blank rows included.
 */
type FileProblem = "columns" | "rows";

/** Number of rows to read before other requests can run. */
const STEP_ROWS = 100;

/** Column titles of an exported file. In an older export of all data, they begin with a small letter. */
const titles = {
	date: "Fecha",
	shift: "Turno",
	hour: "Horas",
	startTime: "Entrada",
	startSource: "De dónde sale la hora",
	hours50: "Horas al 50",
	hours100: "Horas al 100",
	isOwnSplit: "División tuya",
	reason: "Por qué",
	compensation: "Compensación",
	comment: "Comentario",
	key: "Código",
} as const;

/** Columns that the exports of older versions lack. A file must have all others. */
const optional = ["startSource", "isOwnSplit", "reason", "key"];

/** Returns the content of a row in the given column; empty if the file lacks the column. */
type CellOf = (column: keyof typeof titles) => string;

/** Reads the rows of a CSV text, with pauses for other requests. */
export async function readExtras(
	text: string,
	today: CivilDate,
): Promise<{ extras: ReadExtra[]; refused: RefusedRow[] } | { problem: FileProblem }> {
	let places: Map<string, number> | undefined;
	let count = 0;
	const schema = extraSchemaOn(today);
	const extras: ReadExtra[] = [];
	const refused: RefusedRow[] = [];
	for (const row of readCsv(text)) {
		// Pauses inside a long row (`row` is undefined) and after STEP_ROWS rows. Blank rows count too, because reading them
		// takes time.
		if (!row || ++count % STEP_ROWS === 0) await setImmediate();
		if (!row) continue;
		const { line, cells } = row;
		// The header row counts too, so one row more is allowed.
		if (count > MAX_EXTRAS + 1) return { problem: "rows" };
		if (cells.every((cell) => cell.trim() === "")) continue;
		if (!places) {
			places = placesIn(cells);
			if (!places) break;
			continue;
		}
		const cellOf = cellsAt(places, cells);
		const { data, error } = z.safeParse(schema, fieldsOf(cellOf));
		const known = [...places.values()].map((place) => cells[place] ?? "");
		if (data) extras.push({ line, ...typedExtra(data), ...carriedBy(cellOf), cells: known });
		else refused.push({ line, reason: reasonOf(error) });
	}
	return places ? { extras, refused } : { problem: "columns" };
}

/** Returns the position of each column of `titles`, or -1 if the file lacks it; undefined without a needed column. */
function placesIn(cells: readonly string[]): Map<string, number> | undefined {
	const header = cells.map(plain);
	const places = Object.entries(titles).map(([name, title]) => [name, header.indexOf(plain(title))] as const);
	const isWhole = places.every(([name, place]) => place >= 0 || optional.includes(name));
	return isWhole ? new Map(places) : undefined;
}

function cellsAt(places: ReadonlyMap<string, number>, cells: readonly string[]): CellOf {
	return (column) => cells[places.get(column) ?? -1]?.trim() ?? "";
}

/** Converts a row to the fields of the overtime form. As in the form, an empty field is absent. */
function fieldsOf(cellOf: CellOf): Record<string, string> {
	// Whether the worker typed the hours at 50 % and 100 %. Older exports lack the column `isOwnSplit`; their column
	// `reason` says it.
	const isOwnSplit = plain(cellOf("isOwnSplit")) === "si" || cellOf("reason").endsWith(": lo pusiste vos");
	const fields = {
		date: toIsoDate(cellOf("date")),
		shift: isOwnPlace(cellOf("shift")) ? "" : cellOf("shift"),
		hour: cellOf("hour"),
		startTime: toClock(cellOf("startTime")),
		compensation: cellOf("compensation").toLowerCase(),
		comment: cellOf("comment"),
		hours50: isOwnSplit ? cellOf("hours50") : "",
		hours100: isOwnSplit ? cellOf("hours100") : "",
	};
	return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ""));
}

/** Returns the values of a row that the overtime form has no fields for. */
function carriedBy(cellOf: CellOf): Pick<ReadExtra, "idFile" | "isStartProposed"> {
	const key = cellOf("key");
	return {
		idFile: UUID.test(key) ? key : undefined,
		isStartProposed: cellOf("startTime") !== "" && cellOf("startSource") === BY_DIAGRAM,
	};
}

/**
 * Writes rows as CSV text, in pieces, that `readExtras` can read again. Other requests can run between two pieces.
 */
export function toImportCsv(extras: readonly ReadExtra[]): AsyncGenerator<string> {
	return csvTexts(Object.values(titles), piecesOfRows(extras));
}

async function* piecesOfRows(extras: readonly ReadExtra[]) {
	for await (const some of piecesOf(extras)) yield some.map(({ cells }) => cells);
}

/** Converts dates of spreadsheets ("14/11/2026", "14-11-2026", "4/1/2026", "14/11/26") to ISO. */
function toIsoDate(text: string): string {
	const match = /^(\d{1,2})[/.-](\d{1,2})[/.-]((?:\d\d)?\d\d)$/.exec(text);
	if (!match) return text;
	const [, day = "", month = "", year = ""] = match;
	return `${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** Converts times of spreadsheets ("6:00", "06:00:00") to "06:00". */
function toClock(text: string): string {
	const match = /^(\d{1,2}:\d{2})(:00)?$/.exec(text);
	return match?.[1]?.padStart(5, "0") ?? text;
}

function plain(text: string): string {
	return text.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();
}

function reasonOf({ issues }: z.core.$ZodError): string {
	const [issue] = issues;
	const column = Object.entries(titles).find(([name]) => name === issue?.path[0]);
	return `${column ? `${column[1]}: ` : ""}${issue?.message ?? ""}`;
}
