/**
 * History of each user's crew or personal position (start of the own cycle), so that a change does not alter past
 * days.
 */
import type { RotationHistoryTable } from "db/schema";
import type { Updateable } from "kysely";
import { db, type Reader, type Trx } from "~/lib/database/db.server";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { plantDay } from "~/lib/time/plant-clock.server";
import { KEPT_DAYS, markDaysChanged } from "./changed-days.server";

/** Stored start of a user's first calendar, because this calendar also applies to all earlier days. */
export const BEGINNING: CivilDate = "1900-01-01";

/** A stored calendar: a diagram, plus a crew or the first day of the user's own cycle. */
export interface StoredRotation {
	diagram: string | null;
	crew: string | null;
	cycleStart: string | null;
}

/** A stored calendar that applies from a date on. */
export interface DatedStoredRotation extends StoredRotation {
	since: CivilDate;
}

interface HistoryEntry extends DatedStoredRotation {
	/** When the shifts on all days of this calendar last changed, in UTC milliseconds; 0 if never. */
	changedAt: number;
}

/**
 * Returns a user's calendars, oldest first; the last calendar is the present one in the profile. Empty if the
 * profile's calendar applies to all days.
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
	/** Whether `before` was always wrong, so that `after` also applies to past days. */
	isCorrection?: boolean;
}

/**
 * Records in the user's history that the calendar changes today. A correction (`isCorrection`) also applies to past
 * days. Must run in the transaction that changes the profile. A second change on the same day replaces the first.
 */
export async function recordRotation(
	trx: Trx,
	userId: string,
	{ before, after, isCorrection = false }: RotationChange,
	now: number,
): Promise<void> {
	if (isSame(before, after)) return;
	const today = plantDay(now);
	let history = await listRotationHistory(userId, trx);
	const [former, last] = [history.at(-2), history.at(-1)];
	const hadCalendar = before.diagram !== null && (before.cycleStart ?? before.crew) !== null;
	// The user's first calendar also applies to earlier days: an empty history stays so, and an entry without a calendar,
	// the last one after others were deleted, is overwritten.
	const isFirst = !former && !hadCalendar;
	if (isFirst && !last) {
		// A calendar on a phone may still have the days of shifts that went with the former cycle of a diagram.
		await trx.updateTable("calendar_feeds").set({ updated_at: now }).where("user_id", "=", userId).execute();
		return;
	}
	// A correction overwrites the newest entry, unless the user returns to the calendar of the second newest entry. The
	// code below records such a return as a change from today on.
	const isReturn = former !== undefined && isSame(former, after);
	if (isFirst || (isCorrection && !isReturn)) {
		const { diagram, crew, cycleStart } = after;
		const [first, end] = [addDays(today, -KEPT_DAYS), addDays(today, KEPT_DAYS)];
		if (last)
			await update(trx, userId, last.since, { diagram, crew, cycle_start: cycleStart, changed_at: now });
		else await markDaysChanged(trx, userId, { first, last: end }, now);
		return;
	}
	if (history.length === 0) {
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

/**
 * Changes the date on which an entry of the history starts.
 * @param since present start; the start BEGINNING cannot be changed
 * @param isShown whether the entry is still the one that was shown: another may begin on its day since
 * @returns "out-of-order" for a date that is after today, or not between the starts of the neighbouring entries; an entry
 *   that was not shown
 */
export async function updateHistorySince(
	userId: string,
	since: CivilDate,
	newSince: CivilDate,
	isShown: (entry: DatedStoredRotation) => boolean = () => true,
) {
	const now = Date.now();
	return db.transaction().execute(async (trx) => {
		const history = await listRotationHistory(userId, trx);
		const index = history.findIndex((entry) => entry.since === since);
		const entry = history[index];
		if (!entry || since === BEGINNING) return "gone";
		if (!isShown(entry)) return entry;
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
 * Deletes a past entry of the history. The previous entry then also applies to the days of the deleted entry. Without a
 * previous entry, the next entry applies to these days.
 * @param isShown whether the entry is still the one that was shown: after a deletion, the next entry may begin on its day
 * @returns "gone" if there is no such entry; "present" for the newest entry, the profile's calendar, which cannot be
 *   deleted
 */
export async function deleteHistoryEntry(
	userId: string,
	since: CivilDate,
	isShown: (entry: StoredRotation) => boolean = () => true,
) {
	const now = Date.now();
	return db.transaction().execute(async (trx) => {
		const history = await listRotationHistory(userId, trx);
		const index = history.findIndex((entry) => entry.since === since);
		const [before, entry, next] = [history[index - 1], history[index], history[index + 1]];
		if (!entry || !isShown(entry)) return "gone";
		if (!next) return "present";
		// Joins the entries before and after the deleted entry if they have the same diagram and crew (or cycle start).
		const isJoined = before !== undefined && isSame(before, next);
		await trx
			.deleteFrom("rotation_history")
			.where("user_id", "=", userId)
			.where("since", "in", isJoined ? [since, next.since] : [since])
			.execute();
		if (isJoined) await update(trx, userId, before.since, { changed_at: now });
		// The first entry applies to all earlier days, so a date of its own would be false, and its correction do nothing.
		if (!before) await update(trx, userId, next.since, { since: BEGINNING });
		await markDaysChanged(trx, userId, { first: since, last: addDays(next.since, -1) }, now);
		return "deleted";
	});
}

async function insert(
	trx: Trx,
	userId: string,
	{ since, diagram, crew, cycleStart, changedAt }: HistoryEntry,
): Promise<void> {
	await trx
		.insertInto("rotation_history")
		.values({ user_id: userId, since, diagram, crew, cycle_start: cycleStart, changed_at: changedAt })
		.execute();
}

async function update(
	trx: Trx,
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

/** Whether two calendars are equal. The crew counts only if there is no own cycle (`cycleStart`). */
export function isSame(one: StoredRotation, other: StoredRotation): boolean {
	return one.diagram === other.diagram && (one.cycleStart ?? one.crew) === (other.cycleStart ?? other.crew);
}
