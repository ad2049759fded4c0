import type { DB } from "db/schema";
import type { Transaction } from "kysely";
import { markDaysChanged } from "~/features/shift/history/changed-days.server";
import type { OwnDay } from "~/features/shift/own-day";
import { db } from "~/lib/database/db.server";
import { requireRoomForMore } from "~/lib/database/disk.server";
import { wasDeletedMeanwhile } from "~/lib/records/deleted-ids.server";
import { hasRoom } from "~/lib/records/deleted-records.server";
import type { IsPresent, SavedRecord } from "~/lib/records/save-record-form.server";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { MAX_DAYS } from "./own-day-schemas";

export const MAX_OWN_DAYS = 2_000;

export interface StoredOwnDay extends OwnDay {
	createdAt: number;
	updatedAt: number;
}

export interface OwnDayKey {
	userId: string;
	id: string;
}

export type OwnDayValues = Omit<OwnDay, "id">;

export type SavedOwnDay =
	| SavedRecord<OwnDay>
	/** Status "overlaps": the user already has own days (such as vacation) on one of these days, so nothing is saved. */
	| { status: "overlaps"; other: OwnDay };

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

type Reader = Pick<typeof db, "selectFrom">;

/** Reads own days (vacation, leave and the like) that include a day from `from` to `to`, oldest first. */
export function listOwnDays(userId: string, from: CivilDate, to: CivilDate, trx: Reader = db) {
	// A range that starts on or before `earliest` ends before `from`, because a range has at most MAX_DAYS days.
	const earliest = addDays(from, -MAX_DAYS);
	return trx
		.selectFrom("own_days")
		.select(columns)
		.where("user_id", "=", userId)
		.where("first_day", ">", earliest)
		.where("first_day", "<=", to)
		.where("last_day", ">=", from)
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

/**
 * Adds own days (vacation, leave and the like). If the form was already sent, changes the own days that it has added.
 * @param isPresent whether these own days still have the values with which the form was loaded; by default, whether
 *   they were never changed
 * @throws Error when the disk is full
 */
export async function createOwnDay(
	key: OwnDayKey,
	values: OwnDayValues,
	isPresent: IsPresent<StoredOwnDay> = ({ createdAt, updatedAt }) => createdAt === updatedAt,
	now = Date.now(),
): Promise<SavedOwnDay> {
	requireRoomForMore();
	return db.transaction().execute(async (trx) => {
		const known = await findOwnDay(key, trx);
		if (known) return change(trx, key, known, values, isPresent, now);
		const deletedId = { user_id: key.userId, kind: "own_days", id: key.id } as const;
		if (await wasDeletedMeanwhile(trx, deletedId)) return { status: "deleted" };
		const other = await findOverlap(trx, key, values);
		if (other) return { status: "overlaps", other };
		if (!(await hasRoom(trx, "own_days", key.userId, MAX_OWN_DAYS))) return { status: "full" };
		await trx
			.insertInto("own_days")
			.values({
				user_id: key.userId,
				id: key.id,
				...toColumns(values),
				created_at: now,
				updated_at: now,
			})
			.execute();
		await markDaysChanged(trx, key.userId, { first: values.firstDay, last: values.lastDay }, now);
		return { status: "saved" };
	});
}

/** Changes an entry of own days. Changes nothing if `isPresent` finds that other values were saved meanwhile. */
export async function updateOwnDay(
	key: OwnDayKey,
	values: OwnDayValues,
	isPresent: IsPresent<StoredOwnDay> = () => true,
	now = Date.now(),
): Promise<SavedOwnDay> {
	return db.transaction().execute(async (trx) => {
		const known = await findOwnDay(key, trx);
		return known ? change(trx, key, known, values, isPresent, now) : { status: "gone" };
	});
}

/** Finds other own days of the user that contain one of the days from `firstDay` to `lastDay`. */
export async function findOverlap(
	trx: Reader,
	{ userId, id }: OwnDayKey,
	{ firstDay, lastDay }: Pick<OwnDay, "firstDay" | "lastDay">,
): Promise<OwnDay | undefined> {
	return (await listOwnDays(userId, firstDay, lastDay, trx)).find((day) => day.id !== id);
}

async function change(
	trx: Transaction<DB>,
	key: OwnDayKey,
	known: StoredOwnDay,
	values: OwnDayValues,
	isPresent: IsPresent<StoredOwnDay>,
	now: number,
): Promise<SavedOwnDay> {
	if (isSame(known, values)) return { status: "saved" };
	if (!isPresent(known)) return { status: "stale", current: known };
	const other = await findOverlap(trx, key, values);
	if (other) return { status: "overlaps", other };
	await trx
		.updateTable("own_days")
		.set({ ...toColumns(values), updated_at: now })
		.where("user_id", "=", key.userId)
		.where("id", "=", key.id)
		.execute();
	for (const { firstDay, lastDay } of [known, values])
		await markDaysChanged(trx, key.userId, { first: firstDay, last: lastDay }, now);
	return { status: "saved" };
}

function toColumns({ kind, firstDay, lastDay, crew, bankMinutes, note }: OwnDayValues) {
	return { first_day: firstDay, last_day: lastDay, kind, crew, bank_minutes: bankMinutes ?? null, note };
}

function isSame(known: OwnDay, values: OwnDayValues): boolean {
	return (["kind", "firstDay", "lastDay", "crew", "bankMinutes", "note"] as const).every(
		(name) => (known[name] ?? null) === (values[name] ?? null),
	);
}
