import type { DB } from "db/schema";
import type { Transaction } from "kysely";
import { db } from "~/lib/database/db.server";
import { requireRoomForMore } from "~/lib/database/disk.server";
import {
	type Extra,
	type ExtraKey,
	type ExtraValues,
	hasRoomForExtra,
	isSame,
	readExtra,
	toColumns,
} from "./extras.server";

/** Result of saving the form of an overtime entry. */
export type SavedExtra =
	/**
	 * "changed": a new entry's form was sent twice with different values, and the later values replaced the first.
	 * "gone": the entry to edit no longer exists.
	 */
	| { status: "saved" | "changed" | "gone" }
	/** Status "full": the user already has MAX_EXTRAS entries. */
	| { status: "full" }
	/** Status "stale": other values were saved after the form was loaded, so nothing is saved. */
	| { status: "stale"; current: Extra };

/** Whether the stored entry still has the values with which the form was loaded. */
export type IsPresent = (current: Extra) => boolean;

/**
 * Adds an overtime entry. When the form is sent again with the same key, changes the entry that it has added.
 * @param isPresent tells whether the stored entry still has the values that the form was loaded with: only then is the
 *   entry changed. If omitted, the entry is changed unless it was edited
 * @throws Error when the disk is full
 */
export async function createExtra(
	key: ExtraKey,
	values: ExtraValues,
	isPresent?: IsPresent,
	now = Date.now(),
): Promise<SavedExtra> {
	requireRoomForMore();
	return db.transaction().execute(async (trx) => {
		const known = await readExtra(trx, key);
		if (known) {
			if (isSame(known, values)) return { status: "saved" };
			const saved = await change(trx, key, values, known, isPresent ?? isUnedited, now);
			return saved.status === "saved" ? { status: "changed" } : saved;
		}
		if (!(await hasRoomForExtra(trx, key.userId))) return { status: "full" };
		await trx
			.insertInto("extras")
			.values({
				user_id: key.userId,
				id_file: key.idFile,
				...toColumns(values),
				created_at: now,
				edited_at: null,
			})
			.execute();
		return { status: "saved" };
	});
}

/**
 * Changes an overtime entry.
 * @param isPresent tells whether the stored entry still has the values that the form was loaded with: only then is the
 *   entry changed. If omitted, the entry is always changed
 */
export async function updateExtra(
	key: ExtraKey,
	values: ExtraValues,
	isPresent: IsPresent = () => true,
	now = Date.now(),
): Promise<SavedExtra> {
	return db.transaction().execute(async (trx) => {
		const known = await readExtra(trx, key);
		return known ? change(trx, key, values, known, isPresent, now) : { status: "gone" };
	});
}

function isUnedited({ editedAt }: Extra): boolean {
	return editedAt === null;
}

async function change(
	trx: Transaction<DB>,
	{ userId, idFile }: ExtraKey,
	values: ExtraValues,
	current: Extra,
	isPresent: IsPresent,
	now: number,
): Promise<SavedExtra> {
	if (!isPresent(current) && !isSame(current, values)) return { status: "stale", current };
	await trx
		.updateTable("extras")
		.set({ ...toColumns(values), edited_at: now })
		.where("user_id", "=", userId)
		.where("id_file", "=", idFile)
		.execute();
	return { status: "saved" };
}
