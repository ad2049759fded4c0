/** Remembers which records a person has deleted, so that a phone's outbox does not bring them back. */
import { db, type Reader, type Trx } from "~/lib/database/db.server";
import { findRequestContext } from "~/lib/http/request-context.server";
import { DAY_MS } from "~/lib/units/durations";
import type { RecordTable } from "./deleted-records.server";

/** A phone that was off for longer may bring a record back. docs/privacy.md names the time. */
const KEPT_MS = 400 * DAY_MS;

export interface DeletedId {
	user_id: string;
	kind: RecordTable;
	id: string;
}

export async function noteDeletion(trx: Trx, key: DeletedId, now: number): Promise<void> {
	await trx
		.replaceInto("deleted_ids")
		.values({ ...key, deleted_at: now })
		.execute();
}

export async function forgetDeletion(trx: Trx, key: DeletedId): Promise<void> {
	await trx
		.deleteFrom("deleted_ids")
		.where(({ and }) => and({ ...key }))
		.execute();
}

/** @param since UTC milliseconds from which a deletion counts */
export async function isDeletionNoted(trx: Reader, key: DeletedId, since = 0): Promise<boolean> {
	const deletion = await trx
		.selectFrom("deleted_ids")
		.select("id")
		.where(({ and }) => and({ ...key }))
		.where("deleted_at", ">=", since)
		.executeTakeFirst();
	return deletion !== undefined;
}

/**
 * What is kept of a deleted record, to restore it.
 * @param since UTC milliseconds after which the deletion counts
 */
export function findKept(trx: Trx, key: DeletedId, since: number) {
	return trx
		.selectFrom("deleted_records")
		.select(["content", "deleted_at"])
		.where(({ eb, and }) => and([and({ ...key }), eb("deleted_at", ">", since)]))
		.executeTakeFirst();
}

/**
 * Whether a record was deleted after the phone had first sent the form that adds it. False for a form that comes from a
 * page: whoever sends it knows what is there.
 */
export async function wasDeletedMeanwhile(trx: Trx, key: DeletedId): Promise<boolean> {
	const { firstSentAt } = findRequestContext()?.resend ?? {};
	return firstSentAt !== undefined && isDeletionNoted(trx, key, firstSentAt);
}

export async function eraseOldDeletions(now: number): Promise<void> {
	await db
		.deleteFrom("deleted_ids")
		.where("deleted_at", "<=", now - KEPT_MS)
		.execute();
}
