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

/** What has become of the form of an extra. */
export type SavedExtra =
	/** "changed": the form had made an extra before, which now says something else. "gone": there is none to edit. */
	| { status: "saved" | "changed" | "gone" }
	/** There are MOST_EXTRAS already. */
	| { status: "full" }
	/** Something else was saved since the form was made: nothing has changed. */
	| { status: "stale"; current: Extra };

/** The state of an extra from which a form was made, told by the form. */
export type IsPresent = (current: Extra) => boolean;

/**
 * Adds an extra. The very same form again is the same extra; with other values it changes it.
 * @param isPresent whether the form was made from the extra as it is; without it, from none
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
		// The form of one that was deleted a moment ago, sent again: there is only one of a key, and this is it.
		await trx
			.deleteFrom("deleted_extras")
			.where("user_id", "=", key.userId)
			.where("id_file", "=", key.idFile)
			.execute();
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
 * Changes an extra.
 * @param isPresent whether the form was made from the extra as it is; without it nobody asks
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
