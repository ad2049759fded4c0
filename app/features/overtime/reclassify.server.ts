import type { DB, ExtrasTable } from "db/schema";
import type { Transaction } from "kysely";
import { addDays, type CivilDate } from "~/lib/civil-date";
import { type HolidaysOn, splitExtra } from "./classify";

/** Extras that are held in memory at a time. */
const BATCH = 500;

const keyColumns = ["user_id", "created_at", "id_file"] as const;
const timeColumns = ["minutes", "start_minute"] as const;
const splitColumns = ["minutes_50", "minutes_100", "minutes_unclassified"] as const;

/**
 * Splits anew, by the rule, the extras that touch these days: of the days themselves and of the day before, which may
 * last beyond midnight. Those whose split the worker has changed stay as they are, and nothing counts as an edit.
 * @param trx that of the change of holidays: all of it happens or nothing
 * @param holidaysOn the holidays after the change
 */
export async function reclassifyAround(
	trx: Transaction<DB>,
	dates: readonly CivilDate[],
	holidaysOn: HolidaysOn,
): Promise<void> {
	const touched = new Set(dates.flatMap((date) => [addDays(date, -1), date]));
	for (const date of touched) {
		for (let rows = await selectSome(trx, date); rows.length > 0; ) {
			for (const row of rows) await splitAnew(trx, date, row, holidaysOn);
			rows = rows.length < BATCH ? [] : await selectSome(trx, date, rows.at(-1));
		}
	}
}

type Row = Awaited<ReturnType<typeof selectSome>>[number];

/** Extras of a day in the order of the index `extras_by_date`, those after `last`. */
function selectSome(
	trx: Transaction<DB>,
	date: CivilDate,
	last?: Pick<ExtrasTable, (typeof keyColumns)[number]>,
) {
	let query = trx
		.selectFrom("extras")
		.select([...keyColumns, ...timeColumns, ...splitColumns])
		.where("date", "=", date)
		// Not a parameter: SQLite would not know that the index has what is asked for.
		.where(({ eb, lit }) => eb("is_own_split", "=", lit(0)));
	if (last) {
		const { user_id, created_at, id_file } = last;
		query = query.where(({ eb, refTuple, tuple }) =>
			eb(refTuple(...keyColumns), ">", tuple(user_id, created_at, id_file)),
		);
	}
	return query.orderBy("user_id").orderBy("created_at").orderBy("id_file").limit(BATCH).execute();
}

async function splitAnew(
	trx: Transaction<DB>,
	date: CivilDate,
	row: Row,
	holidaysOn: HolidaysOn,
): Promise<void> {
	const extra = { date, minutes: row.minutes, startMinute: row.start_minute };
	const { minutes50, minutes100, minutesUnclassified } = splitExtra(extra, holidaysOn);
	if (row.minutes_50 === minutes50 && row.minutes_100 === minutes100) return;
	await trx
		.updateTable("extras")
		.set({ minutes_50: minutes50, minutes_100: minutes100, minutes_unclassified: minutesUnclassified })
		.where("user_id", "=", row.user_id)
		.where("id_file", "=", row.id_file)
		.execute();
}
