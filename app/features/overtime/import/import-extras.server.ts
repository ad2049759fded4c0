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

/** Entries to prepare or insert before other requests can run. */
const STEP = 200;
/** Entries to read before other requests can run. */
const READ_STEP = 1000;

/** Decides whether two entries are equal. */
interface Comparable {
	idFile?: string;
	date: string;
	minutes: number;
	shift: string;
	comment?: string | null;
	startMinute?: number | null;
}

/**
 * Finds the rows that the user does not have yet, in the order of the file.
 * @returns the rows, and whether they fit into the maximum number of entries
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

/** Reads all entries in steps, between which other requests run. */
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
 * Returns the rows that are not stored yet. A row with the key of a stored entry counts as stored, even if it was
 * edited. Otherwise values must be equal; two equal rows stand for two entries.
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
 * Adds the rows that the user does not have yet: all or none. The current legal rules compute the hours unless the
 * worker typed them; unknown rates are marked for review.
 * @returns the number of added entries; "full" beyond MAX_EXTRAS
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
		// An undo within a minute must not restore the entry a second time.
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
			// Keeps the entries of one day in the order of the file.
			created_at: now - rows.length + entries.size,
			edited_at: null,
		});
		if (entries.size % STEP === 0) await setImmediate();
	}
	return entries;
}

/** Inserts entries with one prepared statement, twice as fast as Kysely, because other requests wait. */
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
