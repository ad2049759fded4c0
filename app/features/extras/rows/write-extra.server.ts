import type { DB } from "db/schema";
import type { Transaction } from "kysely";
import { db } from "~/lib/database/db.server";
import { requireRoomForMore } from "~/lib/database/disk.server";
import { wasDeletedMeanwhile } from "~/lib/records/deleted-ids.server";
import { hasRoom } from "~/lib/records/deleted-records.server";
import type { IsPresent, SavedRecord } from "~/lib/records/save-record-form.server";
import {
	type Extra,
	type ExtraKey,
	type ExtraValues,
	findExtra,
	isSame,
	MAX_EXTRAS,
	toColumns,
} from "./extras.server";

/** An entry to add. */
export interface NewExtra {
	idFile: string;
	values: ExtraValues;
}

/**
 * Adds overtime entries, all or none. When the form is sent again with the same keys, changes the first entry that it has
 * added; the others, if edited since, stay as they are.
 * @param isPresent tells whether the first entry, if stored, still has the values that the form was loaded with: only then
 *   is it changed. If omitted, an entry is changed unless it was edited
 * @throws Error when the disk is full
 */
export async function createExtras(
	userId: string,
	extras: readonly NewExtra[],
	isPresent: IsPresent<Extra> = isUnedited,
	now = Date.now(),
): Promise<SavedRecord<Extra>> {
	requireRoomForMore();
	const create = db.transaction().execute(async (trx): Promise<SavedRecord<Extra>> => {
		let status: "saved" | "changed" = "saved";
		for (const [index, { idFile, values }] of extras.entries()) {
			const mayChange = index === 0 ? isPresent : isUnedited;
			const saved = await createExtra(trx, { userId, idFile }, values, mayChange, now);
			if (saved.status === "changed") status = "changed";
			else if (saved.status !== "saved" && (index === 0 || saved.status !== "stale"))
				throw new Unsaved(saved);
		}
		return { status };
	});
	return create.catch((error: unknown) => {
		if (error instanceof Unsaved) return error.saved;
		throw error;
	});
}

/** Takes the transaction back. */
class Unsaved extends Error {
	constructor(readonly saved: SavedRecord<Extra>) {
		super(saved.status);
	}
}

async function createExtra(
	trx: Transaction<DB>,
	key: ExtraKey,
	values: ExtraValues,
	isPresent: IsPresent<Extra>,
	now: number,
): Promise<SavedRecord<Extra>> {
	const known = await findExtra(key, trx);
	if (known) {
		if (isSame(known, values)) return { status: "saved" };
		const saved = await change(trx, key, values, known, isPresent, now);
		return saved.status === "saved" ? { status: "changed" } : saved;
	}
	const deletedId = { user_id: key.userId, kind: "extras", id: key.idFile } as const;
	if (await wasDeletedMeanwhile(trx, deletedId)) return { status: "deleted" };
	if (!(await hasRoom(trx, "extras", key.userId, MAX_EXTRAS))) return { status: "full" };
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
}

/**
 * Changes an overtime entry.
 * @param isPresent tells whether the stored entry still has the values that the form was loaded with: only then is the
 *   entry changed. If omitted, the entry is always changed
 */
export async function updateExtra(
	key: ExtraKey,
	values: ExtraValues,
	isPresent: IsPresent<Extra> = () => true,
): Promise<SavedRecord<Extra>> {
	return db.transaction().execute(async (trx) => {
		const known = await findExtra(key, trx);
		return known ? change(trx, key, values, known, isPresent, Date.now()) : { status: "gone" };
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
	isPresent: IsPresent<Extra>,
	now: number,
): Promise<SavedRecord<Extra>> {
	if (!isPresent(current) && !isSame(current, values)) return { status: "stale", current };
	await trx
		.updateTable("extras")
		.set({ ...toColumns(values), edited_at: now })
		.where("user_id", "=", userId)
		.where("id_file", "=", idFile)
		.execute();
	return { status: "saved" };
}
