/** Which shift calendar a user had from a date on, so that changing the crew does not rewrite the past. */
import type { DB, RotationHistoryTable } from "db/schema";
import type { Transaction, Updateable } from "kysely";
import { db } from "~/lib/database/db.server";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { plantDay } from "~/lib/time/plant-clock.server";
import { KEPT_DAYS, markDaysChanged } from "./changed-days.server";

/** The date of the entry for the time before the first known change. */
export const BEGINNING: CivilDate = "1900-01-01";

/** A shift calendar as the profile stores it: a diagram with a crew, or with a first day of the user's own cycle. */
export interface StoredRotation {
	diagram: string | null;
	crew: string | null;
	cycleStart: string | null;
}

export interface HistoryEntry extends StoredRotation {
	/** The first day on which the shift calendar held. */
	since: CivilDate;
	/** When the entry last changed what the user does on its days, in UTC milliseconds; 0 when it changed nothing. */
	changedAt: number;
}

type Reader = Pick<typeof db, "selectFrom">;

/**
 * A user's shift calendars, oldest first; each holds until the day before the next. Empty when the profile's shift
 * calendar has always held. The last entry belongs to the profile's shift calendar.
 */
export function listRotationHistory(userId: string, trx: Reader = db): Promise<HistoryEntry[]> {
	return trx
		.selectFrom("rotation_history")
		.select(["since", "diagram", "crew", "cycle_start as cycleStart", "changed_at as changedAt"])
		.where("user_id", "=", userId)
		.orderBy("since")
		.execute();
}

/** A change of the shift calendar in the profile. */
export interface RotationChange {
	before: StoredRotation;
	after: StoredRotation;
	/** Whether `before` was wrong all along, so that `after` also holds for the days on which it held. */
	isCorrection?: boolean;
}

/**
 * Keeps the old shift calendar for the days before today when the profile's changes, unless it was wrong. Must run in
 * the transaction that changes the profile. A second change on the same day replaces the first.
 */
export async function recordRotation(
	trx: Transaction<DB>,
	userId: string,
	{ before, after, isCorrection = false }: RotationChange,
	now: number,
): Promise<void> {
	if (isSame(before, after)) return;
	const today = plantDay(now);
	let history = await listRotationHistory(userId, trx);
	const [former, last] = [history.at(-2), history.at(-1)];
	// Who returns to the calendar before the last gets no second entry for it.
	if (isCorrection && !(former && isSame(former, after))) {
		const { diagram, crew, cycleStart } = after;
		const [first, end] = [addDays(today, -KEPT_DAYS), addDays(today, KEPT_DAYS)];
		if (last)
			await update(trx, userId, last.since, { diagram, crew, cycle_start: cycleStart, changed_at: now });
		else await markDaysChanged(trx, userId, { first, last: end }, now);
		return;
	}
	if (history.length === 0) {
		// Whoever says their shift calendar for the first time had it before, too.
		if (!isKnown(before)) return;
		const beginning = { ...before, since: BEGINNING, changedAt: 0 };
		await insert(trx, userId, beginning);
		history = [beginning];
	}
	await trx
		.deleteFrom("rotation_history")
		.where("user_id", "=", userId)
		.where("since", ">=", today)
		.execute();
	const previous = history.findLast(({ since }) => since < today);
	if (previous && isSame(previous, after)) await update(trx, userId, previous.since, { changed_at: now });
	else await insert(trx, userId, { ...after, since: today, changedAt: now });
}

/** Outcome of correcting the history. "out-of-order": another change has this date or lies between. */
export type CorrectedHistory = "saved" | "gone" | "out-of-order";

/**
 * Corrects the date of a change, between the change before and the change after it, and at most today.
 * @param since the entry's date up to now; the beginning has no date to correct
 */
export async function updateHistorySince(
	userId: string,
	since: CivilDate,
	newSince: CivilDate,
	now = Date.now(),
): Promise<CorrectedHistory> {
	return db.transaction().execute(async (trx) => {
		const history = await listRotationHistory(userId, trx);
		const index = history.findIndex((entry) => entry.since === since);
		const entry = history[index];
		if (!entry || since === BEGINNING) return "gone";
		if (newSince === since) return "saved";
		const [before, after] = [history[index - 1], history[index + 1]];
		const isInOrder = (before?.since ?? BEGINNING) < newSince && (!after || newSince < after.since);
		if (!isInOrder || newSince > plantDay(now)) return "out-of-order";
		await update(trx, userId, since, { since: newSince });
		const [first, end] = newSince < since ? [newSince, since] : [since, newSince];
		await markDaysChanged(trx, userId, { first, last: addDays(end, -1) }, now);
		return "saved";
	});
}

/**
 * Deletes a past entry. Its days then belong to the entry before it, or to the next when it was the first.
 * @returns "present" for the entry of the profile's shift calendar, which stays
 */
export async function deleteHistoryEntry(
	userId: string,
	since: CivilDate,
	now = Date.now(),
): Promise<"deleted" | "gone" | "present"> {
	return db.transaction().execute(async (trx) => {
		const history = await listRotationHistory(userId, trx);
		const index = history.findIndex((entry) => entry.since === since);
		const [before, next] = [history[index - 1], history[index + 1]];
		if (index < 0) return "gone";
		if (!next) return "present";
		// When the entries on both sides are the same shift calendar, one of them is enough.
		const isJoined = before !== undefined && isSame(before, next);
		await trx
			.deleteFrom("rotation_history")
			.where("user_id", "=", userId)
			.where("since", "in", isJoined ? [since, next.since] : [since])
			.execute();
		if (isJoined) await update(trx, userId, before.since, { changed_at: now });
		await markDaysChanged(trx, userId, { first: since, last: addDays(next.since, -1) }, now);
		return "deleted";
	});
}

/** Forgets a user's former shift calendars. */
export async function deleteRotationHistory(
	trx: Pick<typeof db, "deleteFrom">,
	userId: string,
): Promise<void> {
	await trx.deleteFrom("rotation_history").where("user_id", "=", userId).execute();
}

async function insert(
	trx: Transaction<DB>,
	userId: string,
	{ since, diagram, crew, cycleStart, changedAt }: HistoryEntry,
): Promise<void> {
	await trx
		.insertInto("rotation_history")
		.values({ user_id: userId, since, diagram, crew, cycle_start: cycleStart, changed_at: changedAt })
		.execute();
}

async function update(
	trx: Transaction<DB>,
	userId: string,
	since: CivilDate,
	values: Updateable<RotationHistoryTable>,
): Promise<void> {
	await trx
		.updateTable("rotation_history")
		.set(values)
		.where("user_id", "=", userId)
		.where("since", "=", since)
		.execute();
}

/** Whether two stored shift calendars are the same. A first day of the own cycle takes precedence over a crew. */
function isSame(one: StoredRotation, other: StoredRotation): boolean {
	return one.diagram === other.diagram && (one.cycleStart ?? one.crew) === (other.cycleStart ?? other.crew);
}

function isKnown({ diagram, crew, cycleStart }: StoredRotation): boolean {
	return diagram !== null && (cycleStart ?? crew) !== null;
}
