/** Deletes records of a person. For one minute the person can restore a record; then the server erases it. */
import type { DB, DeletedRecordsTable } from "db/schema";
import type { Selectable } from "kysely";
import { db, emptyLog, sql, type Trx } from "~/lib/database/db.server";
import { isDiskFull } from "~/lib/database/disk.server";
import { type Discard, withUploads } from "~/lib/images/uploads.server";
import { MINUTE_MS } from "~/lib/units/durations";
import {
	type DeletedId,
	eraseOldDeletions,
	findKept,
	forgetDeletion,
	isDeletionNoted,
	noteDeletion,
} from "./deleted-ids.server";

export const UNDO_MS = MINUTE_MS;

export type RecordTable = DeletedRecordsTable["kind"];

/** What the deletion of a kind of record and its undo need besides the table. */
export interface RecordKind<Table extends RecordTable> {
	table: Table;
	/** Column that identifies a record among those of one person. */
	idColumn: keyof DB[Table] & string;
	/** Column with a number that the database gives to each row; a restored row gets a new number. */
	numberColumn?: keyof DB[Table] & string;
	/** Address of the list, which deletes and restores records. */
	list: string;
	/** Address to which a deleted record's undo button posts, unless it is the list. */
	undoAddress?: (id: string) => string;
	/** `place` completes "Volvé a". */
	texts: Readonly<Record<"place" | "deleted" | "notDeleted" | "restored", string>>;
	/** Texts about several records that were added together, and are deleted or restored together. */
	several?(count: number): Readonly<Record<"deleted" | "notDeleted" | "restored", string>>;
	/** Returns why a deleted record cannot be restored, as a text for the user; undefined when it can. */
	findObstacle(trx: Trx, row: Selectable<DB[Table]>): Promise<string | undefined>;
	/** @param discard marks files to be erased after the commit */
	beforeDelete?(trx: Trx, row: Selectable<DB[Table]>, now: number, discard: Discard): Promise<void>;
	afterRestore?(trx: Trx, row: Selectable<DB[Table]>, now: number, deletedAt: number): Promise<void>;
}

interface RecordKey {
	userId: string;
	id: string;
	/** Further records, deleted or restored in the same transaction. */
	more?: readonly string[];
}

/**
 * Moves records to the table of deleted records. On a full disk, which has no room for that, they are erased.
 * @returns whether they can be restored, also those that the user has deleted already, because a browser may send the same
 *   request twice; undefined when the user never had any of them
 */
export async function deleteRecord<Table extends RecordTable>(
	kind: RecordKind<Table>,
	key: RecordKey,
): Promise<boolean | undefined> {
	const now = Date.now();
	return takeOut(kind, key, now, true).catch((error: unknown) => {
		if (isDiskFull(error)) return takeOut(kind, key, now, false);
		throw error;
	});
}

function takeOut<Table extends RecordTable>(
	kind: RecordKind<Table>,
	{ userId, id, more = [] }: RecordKey,
	now: number,
	isKept: boolean,
): Promise<boolean | undefined> {
	const table = sql.table(kind.table);
	return withUploads([], async (trx, discard) => {
		let [isFound, canRestore] = [false, isKept];
		for (const each of [id, ...more]) {
			const isRecord = sql`user_id = ${userId} AND ${sql.ref(kind.idColumn)} = ${each}`;
			const { rows } = await sql<Selectable<DB[Table]>>`SELECT * FROM ${table} WHERE ${isRecord}`.execute(
				trx,
			);
			const [row] = rows;
			const key = { user_id: userId, kind: kind.table, id: each };
			isFound ||= row !== undefined || (await isDeletionNoted(trx, key));
			if (!row) {
				canRestore &&= (await findKept(trx, key, now - UNDO_MS)) !== undefined;
				continue;
			}
			await kind.beforeDelete?.(trx, row, now, discard);
			await sql`DELETE FROM ${table} WHERE ${isRecord}`.execute(trx);
			await noteDeletion(trx, key, now);
			const deleted = { ...key, content: JSON.stringify(row), deleted_at: now };
			if (isKept) await trx.replaceInto("deleted_records").values(deleted).execute();
		}
		return isFound ? canRestore : undefined;
	});
}

/**
 * Restores records that were deleted less than a minute ago, all or none. A record that was added again meanwhile stays as it is. A
 * record from before an update of the program is not restored if its table has changed.
 * @returns why they were not restored, as a text for the user; undefined when they were
 */
export async function restoreRecord<Table extends RecordTable>(
	kind: RecordKind<Table>,
	{ userId, id, more = [] }: RecordKey,
	now = Date.now(),
): Promise<string | undefined> {
	const restore = db.transaction().execute(async (trx) => {
		for (const each of [id, ...more]) {
			const problem = await putBack(trx, kind, { user_id: userId, kind: kind.table, id: each }, now);
			if (problem) throw new NotRestored(problem);
		}
		return undefined;
	});
	return restore.catch((error: unknown) => {
		if (error instanceof NotRestored) return error.message;
		throw error;
	});
}

/** Takes the transaction back; the message is for the user. */
class NotRestored extends Error {}

async function putBack<Table extends RecordTable>(
	trx: Trx,
	kind: RecordKind<Table>,
	key: DeletedId,
	now: number,
): Promise<string | undefined> {
	const deleted = await findKept(trx, key, now - UNDO_MS);
	if (!deleted) return (await wasRestored(trx, kind, key)) ? undefined : TOO_LATE;
	const row: Selectable<DB[Table]> = JSON.parse(deleted.content);
	const names = Object.keys(row).filter((name) => name !== kind.numberColumn);
	if (!(await hasColumns(trx, kind.table, names))) return TOO_LATE;
	const obstacle = await kind.findObstacle(trx, row);
	if (obstacle) return obstacle;
	const { numAffectedRows } = await sql`
		INSERT OR IGNORE INTO ${sql.table(kind.table)} (${sql.join(names.map((name) => sql.ref(name)))})
		VALUES (${sql.join(names.map((name) => Reflect.get(row, name)))})`.execute(trx);
	if (!numAffectedRows) return "No se deshizo, porque ya lo guardaste de nuevo.";
	await trx
		.deleteFrom("deleted_records")
		.where(({ and }) => and({ ...key }))
		.execute();
	await forgetDeletion(trx, key);
	await kind.afterRestore?.(trx, row, now, deleted.deleted_at);
	return undefined;
}

/** Whether the record is back already: without script, a button that is tapped twice sends two requests. */
async function wasRestored<Table extends RecordTable>(
	trx: Trx,
	{ table, idColumn }: RecordKind<Table>,
	key: DeletedId,
): Promise<boolean> {
	const { rows } = await sql`
		SELECT 1 FROM ${sql.table(table)} WHERE user_id = ${key.user_id} AND ${sql.ref(idColumn)} = ${key.id}`.execute(
		trx,
	);
	return rows.length > 0 && !(await isDeletionNoted(trx, key));
}

async function hasColumns(trx: Trx, table: RecordTable, names: readonly string[]) {
	const columns = await sql<{ name: string }>`SELECT name FROM pragma_table_info(${table})`.execute(trx);
	const known = new Set(columns.rows.map(({ name }) => name));
	return names.every((name) => known.has(name));
}

/**
 * Erases records deleted at least a minute ago. A sweep does it each minute.
 * @returns the number of erased records
 */
export async function eraseDeletedRecords(now = Date.now()): Promise<number> {
	const { numDeletedRows } = await db
		.deleteFrom("deleted_records")
		.where("deleted_at", "<=", now - UNDO_MS)
		.executeTakeFirst();
	await eraseOldDeletions(now);
	if (numDeletedRows > 0n) await emptyLog();
	return Number(numDeletedRows);
}

/** Whether the user has fewer than `most` records in a table. Must run in the transaction that adds one. */
export async function hasRoom(trx: Trx, table: RecordTable, userId: string, most: number) {
	const counted = await sql<{ count: number }>`
		SELECT count(*) AS count FROM ${sql.table(table)} WHERE user_id = ${userId}`.execute(trx);
	return (counted.rows[0]?.count ?? 0) < most;
}

export const TOO_LATE = "Ya no se puede deshacer: pasó más de un minuto.";
