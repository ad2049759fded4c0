import type { DB, ExtrasTable } from "db/schema";
import type { Selectable, Transaction } from "kysely";
import type { HolidaysOn } from "~/features/holidays/holiday-rule";
import { holidaysBetween } from "~/features/holidays/holidays.server";
import type { OnProgress } from "~/lib/progress";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { type Split, splitExtra } from "./classify";
import type { OvertimeRules } from "./overtime-rules";

/** Maximum number of entries in memory at once. */
const BATCH = 500;

const keyColumns = ["user_id", "created_at", "id_file"] as const;

/** Columns that decide how an entry is split by premium, and columns with the result. */
export const splitColumns = [
	"user_id",
	"id_file",
	"date",
	"minutes",
	"shift",
	"start_minute",
	"minutes_50",
	"minutes_100",
	"minutes_unclassified",
	"minutes_night",
	"needs_review",
	"is_own_split",
] as const;

export type SplitRow = Pick<Selectable<ExtrasTable>, (typeof splitColumns)[number]>;

/**
 * Recomputes the hours by premium of the entries that start on one of `dates` or on the day before, because an entry
 * may last beyond midnight. Hours that the worker typed stay. Includes deleted entries that the worker may still restore.
 * @param trx the transaction that changes the holidays
 */
export async function reclassifyAround(
	trx: Transaction<DB>,
	dates: readonly CivilDate[],
	onProgress?: OnProgress,
): Promise<void> {
	const touched = [...new Set(dates.flatMap((date) => [addDays(date, -1), date]))].sort();
	const [first, last] = [touched[0], touched.at(-1)];
	if (!first || !last) return;
	const holidaysOn = await holidaysBetween(first, addDays(last, 1), trx);
	for (const [index, date] of touched.entries()) {
		onProgress?.(index, touched.length);
		for (let rows = await selectSome(trx, date); rows.length > 0; ) {
			for (const row of rows) await saveSplit(trx, "extras", row, splitRow(row, holidaysOn));
			rows = rows.length < BATCH ? [] : await selectSome(trx, date, rows.at(-1));
		}
	}
	const deleted = await trx
		.selectFrom("deleted_extras")
		.select(splitColumns)
		.where("date", "in", touched)
		.where("is_own_split", "=", 0)
		.execute();
	for (const row of deleted) await saveSplit(trx, "deleted_extras", row, splitRow(row, holidaysOn));
}

function selectSome(
	trx: Transaction<DB>,
	date: CivilDate,
	last?: Pick<ExtrasTable, (typeof keyColumns)[number]>,
) {
	let query = trx
		.selectFrom("extras")
		.select([...splitColumns, "created_at"])
		.where("date", "=", date)
		// Writes the 0 into the SQL text: as a parameter it would keep SQLite from using the partial index
		// `extras_by_date`.
		.where(({ eb, lit }) => eb("is_own_split", "=", lit(0)));
	if (last) {
		const { user_id, created_at, id_file } = last;
		query = query.where(({ eb, refTuple, tuple }) =>
			eb(refTuple(...keyColumns), ">", tuple(user_id, created_at, id_file)),
		);
	}
	return query.orderBy("user_id").orderBy("created_at").orderBy("id_file").limit(BATCH).execute();
}

export function splitRow(row: SplitRow, holidaysOn: HolidaysOn, rules?: OvertimeRules): Split {
	const { date, minutes, shift, start_minute: startMinute } = row;
	return splitExtra({ date, minutes, shift, startMinute }, holidaysOn, rules);
}

/**
 * Stores the minutes by premium of an entry if they differ from the stored minutes, and marks the entry for review if its
 * pay then depends on an unknown start time. Removes a mark that is no longer needed, even if no minutes differ.
 * @returns whether the row was written
 */
export async function saveSplit(
	trx: Transaction<DB>,
	table: "extras" | "deleted_extras",
	row: SplitRow,
	split: Split,
): Promise<boolean> {
	const { minutes50, minutes100, minutesUnclassified, minutesNight } = split;
	const isSame =
		row.minutes_50 === minutes50 && row.minutes_100 === minutes100 && row.minutes_night === minutesNight;
	const isStale = row.needs_review === 1 && minutesUnclassified === 0;
	if (isSame && !isStale) return false;
	await trx
		.updateTable(table)
		.set({
			minutes_50: minutes50,
			minutes_100: minutes100,
			minutes_unclassified: minutesUnclassified,
			minutes_night: minutesNight,
			needs_review: minutesUnclassified > 0 ? 1 : 0,
		})
		.where("user_id", "=", row.user_id)
		.where("id_file", "=", row.id_file)
		.execute();
	return true;
}
