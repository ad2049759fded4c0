import type { DB } from "db/schema";
import type { Transaction } from "kysely";
import { sql } from "~/lib/database/db.server";
import type { RecordTable } from "./deleted-records.server";

/** Whether the user has fewer than `most` records in a table. Must run in the transaction that adds one. */
export async function hasRoom(
	trx: Transaction<DB>,
	table: RecordTable,
	userId: string,
	most: number,
): Promise<boolean> {
	const counted = await sql<{ count: number }>`
		SELECT count(*) AS count FROM ${sql.table(table)} WHERE user_id = ${userId}`.execute(trx);
	return (counted.rows[0]?.count ?? 0) < most;
}
