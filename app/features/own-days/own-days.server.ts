import { isDeepStrictEqual } from "node:util";
import { markDaysChanged } from "~/features/shift/history/changed-days.server";
import type { OwnDay } from "~/features/shift/own-day";
import { db, type Reader } from "~/lib/database/db.server";
import type { IsPresent, SavedRecord } from "~/lib/records/save-record-form.server";
import { storeRecord } from "~/lib/records/store-record.server";

export const MAX_OWN_DAYS = 2_000;

export interface StoredOwnDay extends OwnDay {
	createdAt: number;
	updatedAt: number;
}

interface OwnDayKey {
	userId: string;
	id: string;
}

export type OwnDayValues = Omit<OwnDay, "id">;

/** The user already has own days on one of these days, so nothing is saved. */
type Overlap = { status: "overlaps"; other: OwnDay };

const columns = [
	"id",
	"kind",
	"first_day as firstDay",
	"last_day as lastDay",
	"crew",
	"bank_minutes as bankMinutes",
	"note",
	"created_at as createdAt",
	"updated_at as updatedAt",
] as const;

/** Reads a user's own days, oldest first. */
export function listOwnDays(userId: string, trx: Reader = db) {
	return trx
		.selectFrom("own_days")
		.select(columns)
		.where("user_id", "=", userId)
		.orderBy("first_day")
		.execute();
}

export function findOwnDay({ userId, id }: OwnDayKey, trx: Reader = db): Promise<StoredOwnDay | undefined> {
	return trx
		.selectFrom("own_days")
		.select(columns)
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.executeTakeFirst();
}

interface Saving {
	/** Whether the form edits own days, which it then does not add. */
	isEdit?: boolean;
	/** By default, always if the form edits the own days, otherwise unless they were changed. */
	isPresent?: IsPresent<StoredOwnDay>;
}

/**
 * Adds or changes own days. A form that adds some and is sent again changes those that it has added.
 * @throws Error when the disk is full
 */
export async function saveOwnDay(
	key: OwnDayKey,
	values: OwnDayValues,
	{ isEdit = false, isPresent = isEdit ? () => true : isUnchanged }: Saving = {},
): Promise<SavedRecord<OwnDay> | Overlap> {
	const now = Date.now();
	const { userId, id } = key;
	return db.transaction().execute(async (trx) => {
		const known = await findOwnDay(key, trx);
		return storeRecord<StoredOwnDay, Overlap>(
			trx,
			{ user_id: userId, kind: "own_days", id },
			{
				known,
				isEdit,
				isSame: (ownDay) => isDeepStrictEqual({ ...ownDay, ...values }, ownDay),
				isPresent,
				most: MAX_OWN_DAYS,
				async refuse() {
					const other = await findOverlap(trx, key, values);
					return other && { status: "overlaps", other };
				},
				async write() {
					const columns = { ...toColumns(values), updated_at: now };
					await trx
						.insertInto("own_days")
						.values({ user_id: userId, id, ...columns, created_at: now })
						.onConflict((conflict) => conflict.columns(["user_id", "id"]).doUpdateSet(columns))
						.execute();
					for (const { firstDay, lastDay } of [known ?? values, values])
						await markDaysChanged(trx, userId, { first: firstDay, last: lastDay }, now);
					return undefined;
				},
			},
		);
	});
}

function isUnchanged(ownDay: StoredOwnDay | undefined): boolean {
	return ownDay?.createdAt === ownDay?.updatedAt;
}

/** Finds other own days of the user that contain one of the days from `firstDay` to `lastDay`. */
export async function findOverlap(
	trx: Reader,
	{ userId, id }: OwnDayKey,
	{ firstDay, lastDay }: Pick<OwnDay, "firstDay" | "lastDay">,
): Promise<OwnDay | undefined> {
	return (await listOwnDays(userId, trx)).find(
		(day) => day.id !== id && day.firstDay <= lastDay && day.lastDay >= firstDay,
	);
}

function toColumns({ kind, firstDay, lastDay, crew, bankMinutes, note }: OwnDayValues) {
	return { first_day: firstDay, last_day: lastDay, kind, crew, bank_minutes: bankMinutes ?? null, note };
}
