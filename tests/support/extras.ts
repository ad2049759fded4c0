import { randomUUID } from "node:crypto";
import type SQLite from "better-sqlite3";
import type { ExtrasTable } from "db/schema";
import type { Insertable } from "kysely";
import * as extraMessages from "~/features/extras/extra-messages";
import type { ExtraRow, PeriodSums } from "~/features/extras/list/list-texts";
import type { ListedPeriod, Totals } from "~/features/extras/list/period-card";
import type { Extra } from "~/features/extras/rows/extras.server";
import { formatShortDate } from "~/lib/time/civil-date";

/** The column `premiums` of minutes at 50 %, at 100 % and with an unknown premium. */
export function paidAt(at50: number, at100 = 0, unclassified = 0): { premiums: string } {
	const premiums = Object.entries({ 50: at50, 100: at100, unclassified }).filter(
		([, minutes]) => minutes > 0,
	);
	return { premiums: JSON.stringify(Object.fromEntries(premiums)) };
}

/** An entry as it is stored, with nothing odd about it. */
export const plainExtra: Extra = {
	idFile: "k",
	date: "2026-11-20",
	minutes: 480,
	shift: "N",
	comment: null,
	startMinute: null,
	isStartProposed: false,
	compensation: null,
	premiums: { 50: 480 },
	minutesNight: null,
	hasOwnSplit: false,
	doubts: [],
	reason: "Porque sí",
	needsReview: false,
	createdAt: 1,
	editedAt: null,
};

/** Values of a row of `extras`; minutes without a given premium are at 50 %. */
export interface RowValues extends Partial<Insertable<ExtrasTable>> {
	minutes_50?: number;
	minutes_100?: number;
	minutes_unclassified?: number;
}

/** A row of `extras` (overtime entries), by default 8 hours at 50 % on an ordinary Friday. */
export function extraRow(userId: string, values: RowValues = {}): Insertable<ExtrasTable> {
	const { minutes_50: _rest, minutes_100 = 0, minutes_unclassified = 0, ...columns } = values;
	const { minutes = 480 } = columns;
	return {
		user_id: userId,
		date: "2026-11-20",
		created_at: 1,
		id_file: randomUUID(),
		minutes,
		shift: "N",
		comment: null,
		start_minute: null,
		compensation: null,
		...paidAt(minutes - minutes_100 - minutes_unclassified, minutes_100, minutes_unclassified),
		minutes_night: null,
		is_own_split: 0,
		doubts: "[]",
		edited_at: null,
		...columns,
	};
}

/** Inserts extras (overtime entries) of one day. The comment of each extra is its number. */
export function insertExtras(file: SQLite.Database, userId: string, count: number): void {
	const { id_file: _id, comment: _comment, ...row } = extraRow(userId);
	file
		.prepare(
			`WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < ${count})
			INSERT INTO extras (id_file, comment, ${Object.keys(row)})
			SELECT printf('%08d-0000-4000-8000-000000000000', x), x, ${Object.keys(row).map((name) => `@${name}`)} FROM n`,
		)
		.run(row);
}

/** Form fields of an extra (overtime entry), with a new `idFile` each time. */
export function extraFields(values: Record<string, string> = {}): Record<string, string> {
	return { idFile: randomUUID(), hour: "8", date: "2026-11-20", shift: "N", ...values };
}

/** A row of the overtime list, as the page shows it. */
export interface ListedRow {
	idFile: string;
	date: string;
	shift: string;
	pay: string;
	mark?: string;
	/** The first words of the comment. */
	comment?: string;
	/** Lines that the page shows when the row is opened. */
	text: string;
	mistakes?: string;
}

/** Reads the rows of the overtime list from the data that its loader returns. */
export function listedRows({ page }: { page: { rows: readonly ExtraRow[] } }): ListedRow[] {
	return page.rows.map(({ hours, pay, doubt, times, text, ...row }) => ({
		...row,
		pay: `${hours}${/^\d/.test(pay) ? " · " : " "}${pay.replaceAll("\n", " · ")}${doubt ? "\u00A0?" : ""}`,
		text: [
			`${extraMessages.doneOn} ${formatShortDate(row.date)}`,
			`${extraMessages.shiftOf} ${row.shift}${times}`,
			`${extraMessages.hoursAmount}: ${hours}s.${text}`,
			...(row.comment ? [`${extraMessages.comments}: ${row.comment}`] : []),
		].join("\n"),
	}));
}

/** The totals of a pay period in one line: "24 h · 14 al 50 % · 10 al 100 % ?". */
export function sumsOf(period: PeriodSums | NonNullable<ListedPeriod["line"]>): string {
	const sums =
		"sums" in period ? period.sums : [period.hours, ...period.parts.map(({ text }) => text)].join(" · ");
	return sums + (period.doubt ? "\u00A0?" : "");
}

/** A row of the overtime list, as its page gets it. */
export const shownRow: ExtraRow = {
	idFile: "k",
	comment: undefined,
	date: "2026-11-16",
	shift: "N",
	hours: "8 h",
	pay: "al 50 %",
	doubt: undefined,
	mark: undefined,
	times: ", de 22:00 a 06:00",
	text: " · Pago",
	mistakes: undefined,
};
/** The totals above the overtime list, as its page gets them. */
export const shownCard: Totals = {
	name: "Noviembre 2026",
	hours: "8 h",
	parts: [{ text: "8 al 50 %", minutes: 480, paid: "low" }],
	doubt: undefined,
	night: undefined,
	more: "Extras: 1",
	notes: [],
	estimate: undefined,
	asksValue: undefined,
	period: undefined,
};
