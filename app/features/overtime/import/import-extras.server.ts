/** Imports the overtime entries of a CSV file, without adding duplicates. */
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { ExtrasTable } from "db/schema";
import type { Insertable } from "kysely";
import { holidaysBetween } from "~/features/holidays/holidays.server";
import { MAX_EXTRAS, toColumns } from "~/features/overtime/extras/extras.server";
import { toValues } from "~/features/overtime/form/extra-values.server";
import { db, sqlite } from "~/lib/database/db.server";
import { requireRoomForMore } from "~/lib/database/disk.server";
import { addDays } from "~/lib/time/civil-date";
import type { ReadExtra } from "./read-extras.server";

/** Number of entries to prepare or insert before other requests can run. */
const STEP = 200;
/** Number of stored entries that are read before other requests can run. */
const READ_STEP = 1000;

/** The values that decide whether two entries are equal. */
interface Comparable {
	idFile?: string;
	date: string;
	minutes: number;
	shift: string;
	comment?: string | null;
	startMinute?: number | null;
}

/**
 * Finds the rows of a file that the user does not have yet, in the order of the file.
 * @returns the rows, and whether they fit into the user's maximum number of entries
 */
export async function findNewExtras(
	userId: string,
	rows: readonly ReadExtra[],
	reader: Pick<typeof db, "selectFrom"> = db,
): Promise<{ added: ReadExtra[]; hasRoom: boolean }> {
	const present = await readPresent(userId, reader);
	const added = newExtras(present, rows);
	return { added, hasRoom: present.length + added.length <= MAX_EXTRAS };
}

/** Reads all entries of the user in steps. Other requests run between two steps. */
async function readPresent(userId: string, reader: Pick<typeof db, "selectFrom">): Promise<Comparable[]> {
	const present: (Comparable & { idFile: string; createdAt: number })[] = [];
	for (let step = READ_STEP; step === READ_STEP; ) {
		let query = reader
			.selectFrom("extras")
			.select(["id_file as idFile", "date", "minutes", "shift", "comment", "start_minute as startMinute"])
			.select("created_at as createdAt")
			.where("user_id", "=", userId)
			.orderBy("date")
			.orderBy("created_at")
			.orderBy("id_file")
			.limit(READ_STEP);
		const last = present.at(-1);
		if (last)
			query = query.where(({ eb, refTuple, tuple }) =>
				eb(refTuple("date", "created_at", "id_file"), ">", tuple(last.date, last.createdAt, last.idFile)),
			);
		const some = await query.execute();
		present.push(...some);
		step = some.length;
		await setImmediate();
	}
	return present;
}

/**
 * Returns the rows that are not stored yet. A row with the key of a stored entry counts as stored, even if the
 * entry was edited since the export. Any other row counts as stored if a stored entry has equal values; each stored
 * entry matches only one row, so that two equal rows stand for two entries.
 */
export function newExtras(present: readonly Comparable[], rows: readonly ReadExtra[]): ReadExtra[] {
	const keys = new Set(present.map(({ idFile }) => idFile));
	const keysOfRows = new Set(rows.map(({ idFile }) => idFile));
	const unmatched = new Map<string, number>();
	for (const extra of present.filter(({ idFile }) => !keysOfRows.has(idFile))) {
		const values = valuesOf(extra);
		unmatched.set(values, (unmatched.get(values) ?? 0) + 1);
	}
	return rows.filter((row) => {
		if (row.idFile !== undefined && keys.has(row.idFile)) return false;
		keys.add(row.idFile);
		const values = valuesOf(row);
		const count = unmatched.get(values) ?? 0;
		unmatched.set(values, count - 1);
		return count <= 0;
	});
}

function valuesOf({ date, startMinute, minutes, shift, comment }: Comparable): string {
	return [date, startMinute ?? "", minutes, shift, comment ?? ""].join(" ");
}

/**
 * Adds the rows that the user does not have yet: all or none. The current legal rules compute the hours at each pay
 * rate, unless the worker typed them. An entry with hours of unknown rate is marked for review. The creation time
 * is the time of the import, because dates in a file prove nothing.
 * @returns the number of added entries; "full" when the user would have more than MAX_EXTRAS
 * @throws Error when the disk is full
 */
export async function importExtras(
	userId: string,
	rows: readonly ReadExtra[],
	now = Date.now(),
): Promise<number | "full"> {
	requireRoomForMore();
	const entries = await toEntries(userId, rows, now);
	return db.transaction().execute(async (trx) => {
		const { added, hasRoom } = await findNewExtras(userId, rows, trx);
		if (!hasRoom) return "full";
		await insert(added.flatMap((row) => entries.get(row) ?? []));
		// If an imported entry was deleted within the last minute, the undo must not restore it a second time.
		await trx
			.deleteFrom("deleted_extras")
			.where("user_id", "=", userId)
			.where("id_file", "in", ({ selectFrom }) =>
				selectFrom("extras").select("id_file").where("user_id", "=", userId),
			)
			.execute();
		return added.length;
	});
}

async function toEntries(
	userId: string,
	rows: readonly ReadExtra[],
	now: number,
): Promise<Map<ReadExtra, Insertable<ExtrasTable>>> {
	const entries = new Map<ReadExtra, Insertable<ExtrasTable>>();
	const dates = rows.map(({ date }) => date).sort();
	const [first, last] = [dates[0], dates.at(-1)];
	if (!first || !last) return entries;
	const holidaysOn = await holidaysBetween(first, addDays(last, 1));
	for (const row of rows) {
		const { idFile = randomUUID(), startMinute = null, isStartProposed } = row;
		const values = toValues(row, { startMinute, isStartProposed }, holidaysOn);
		entries.set(row, {
			user_id: userId,
			id_file: idFile,
			...toColumns(values),
			needs_review: values.minutesUnclassified > 0 && !values.hasOwnSplit ? 1 : 0,
			// These times keep the entries of one day in the order of the file.
			created_at: now - rows.length + entries.size,
			edited_at: null,
		});
		if (entries.size % STEP === 0) await setImmediate();
	}
	return entries;
}

/**
 * Inserts entries within a transaction. Uses one prepared statement instead of Kysely, which would take twice as
 * long, because other requests wait during the transaction.
 */
async function insert(entries: readonly Insertable<ExtrasTable>[]): Promise<void> {
	const columns = Object.keys(entries[0] ?? {});
	if (columns.length === 0) return;
	const values = columns.map((name) => `@${name}`);
	const statement = sqlite.prepare(`INSERT INTO extras (${columns}) VALUES (${values})`);
	for (const [index, entry] of entries.entries()) {
		statement.run(entry);
		if (index % STEP === 0) await setImmediate();
	}
}
