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

/** Outcome of saving an extra's form. */
export type SavedExtra =
	/**
	 * "changed": this form had already created an extra, and has now changed it. "gone": the extra to edit does not
	 * exist.
	 */
	| { status: "saved" | "changed" | "gone" }
	/** The person already has MAX_EXTRAS; nothing is saved. */
	| { status: "full" }
	/** Another version was saved after the form was made; nothing is saved. */
	| { status: "stale"; current: Extra };

/** Whether the form was made from this version of the extra. */
export type IsPresent = (current: Extra) => boolean;

/**
 * Adds an extra. If the same form is sent again, changes the extra instead of adding another.
 * @param isPresent undefined when the form was made before the extra existed
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
		// The extra was created and deleted, and its form is sent again: the new extra replaces the deleted one.
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
 * @param isPresent by default the form replaces any version
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
