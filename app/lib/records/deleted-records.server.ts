/** Deletes records of a person. For one minute the person can restore a record; then the server erases it. */
import type { DB, DeletedRecordsTable } from "db/schema";
import type { Selectable, Transaction } from "kysely";
import { db, emptyLog, sql } from "~/lib/database/db.server";
import { MINUTE_MS } from "~/lib/units/durations";

export const UNDO_MS = MINUTE_MS;

export type RecordTable = DeletedRecordsTable["kind"];

/** What the deletion of a kind of record and its undo need besides the table. */
export interface RecordKind<Table extends RecordTable> {
	table: Table;
	/** Column that identifies a record among those of one person. */
	idColumn: keyof DB[Table] & string;
	/** Address of the list, which deletes and restores records. */
	list: string;
	/** Address to which a deleted record's undo button posts, unless it is the list. */
	undoAddress?: (id: string) => string;
	/** `place` completes "Volvé a". */
	texts: Readonly<Record<"place" | "deleted" | "notDeleted" | "restored", string>>;
	/** Returns why a deleted record cannot be restored, as a text for the user; undefined when it can. */
	findObstacle(trx: Transaction<DB>, row: Selectable<DB[Table]>): Promise<string | undefined>;
	afterDelete?(trx: Transaction<DB>, row: Selectable<DB[Table]>, now: number): Promise<void>;
	afterRestore?(trx: Transaction<DB>, row: Selectable<DB[Table]>, now: number): Promise<void>;
}

export interface RecordKey {
	userId: string;
	id: string;
}

/**
 * Moves a record to the table of deleted records.
 * @returns false when the user has no such record
 */
export async function deleteRecord<Table extends RecordTable>(
	kind: RecordKind<Table>,
	{ userId, id }: RecordKey,
	now = Date.now(),
): Promise<boolean> {
	return db.transaction().execute(async (trx) => {
		const { rows } = await sql<Selectable<DB[Table]>>`
			DELETE FROM ${sql.table(kind.table)}
			WHERE user_id = ${userId} AND ${sql.ref(kind.idColumn)} = ${id} RETURNING *`.execute(trx);
		const [row] = rows;
		if (!row) return false;
		await trx
			.replaceInto("deleted_records")
			.values({ user_id: userId, kind: kind.table, id, content: JSON.stringify(row), deleted_at: now })
			.execute();
		await kind.afterDelete?.(trx, row, now);
		return true;
	});
}

/**
 * Restores a record that was deleted less than a minute ago. A record that was added again meanwhile stays as it is.
 * @returns why it was not restored, as a text for the user; undefined when it was
 */
export async function restoreRecord<Table extends RecordTable>(
	kind: RecordKind<Table>,
	{ userId, id }: RecordKey,
	now = Date.now(),
): Promise<string | undefined> {
	const key = { user_id: userId, kind: kind.table, id };
	return db.transaction().execute(async (trx) => {
		const deleted = await trx
			.selectFrom("deleted_records")
			.select("content")
			.where(({ eb, and }) => and([and(key), eb("deleted_at", ">", now - UNDO_MS)]))
			.executeTakeFirst();
		if (!deleted) return TOO_LATE;
		const row: Selectable<DB[Table]> = JSON.parse(deleted.content);
		const obstacle = await kind.findObstacle(trx, row);
		if (obstacle) return obstacle;
		const { numAffectedRows } = await sql`
			INSERT INTO ${sql.table(kind.table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
			VALUES (${sql.join(Object.values(row))}) ON CONFLICT DO NOTHING`.execute(trx);
		if (!numAffectedRows) return TOO_LATE;
		await trx
			.deleteFrom("deleted_records")
			.where(({ and }) => and(key))
			.execute();
		await kind.afterRestore?.(trx, row, now);
		return undefined;
	});
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
	if (numDeletedRows > 0n) emptyLog();
	return Number(numDeletedRows);
}

export const TOO_LATE = "Ya no se puede deshacer: pasó más de un minuto.";
