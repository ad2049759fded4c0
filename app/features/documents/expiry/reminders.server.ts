import { setImmediate } from "node:timers/promises";
import type { User } from "~/features/auth/users.server";
import { db, sqlite, type Trx } from "~/lib/database/db.server";
import { isPushOn } from "~/lib/env.server";
import { enqueueMail } from "~/lib/mail/outbox.server";
import { addDays, type CivilDate, dayNumber } from "~/lib/time/civil-date";
import { plantDay, plantMinute } from "~/lib/time/plant-clock.server";
import { HOUR_MINUTES, MINUTE_MS } from "~/lib/units/durations";

/** Days before the expiry at which the owner gets the first and the second reminder. */
const STAGES = [30, 7] as const;
/** First hour of the day at which reminders are sent, in the plant's time zone: no phone should ring at night. */
const FIRST_HOUR = 8;
/** Time after which the mail goes, if no browser took the notice in place of it. */
const MAIL_LATER_MS = 15 * MINUTE_MS;
/** Users per transaction, so that each transaction locks the database only briefly. */
const BATCH_USERS = 200;

/**
 * Sends reminders by mail, 30 days and again 7 days before a document expires, to verified users who want them and get no
 * notices. A missed mail is sent late, but not after the expiry. Runs at start and every hour.
 */
export async function remindOfExpiry(now = Date.now()): Promise<void> {
	if (plantMinute(now) < FIRST_HOUR * HOUR_MINUTES) return;
	const today = plantDay(now);
	// Repeats until no user is left or the server stops. Other requests run between two batches.
	while (sqlite.open && (await db.transaction().execute((trx) => remindBatch(trx, today, now))))
		await setImmediate();
}

/**
 * Queues the reminder mails for the next batch of users.
 * @returns false when no reminder was due
 */
async function remindBatch(trx: Trx, today: CivilDate, now: number): Promise<boolean> {
	const users = await selectMailable(trx, today).limit(BATCH_USERS).execute();
	if (users.length === 0) return false;
	await markReminded(
		trx,
		users.map(({ id }) => id),
		today,
	);
	for (const { id, email } of users) {
		await enqueueMail(trx, { kind: "document-expiry", userId: id, address: email }, now);
	}
	return true;
}

/**
 * Takes the due reminder of a user who gets notices, and queues its mail for later, so that neither a failure nor a kill
 * loses the reminder. That of a user who gets no mails is only looked up. `settleReminder` ends both once a browser has it.
 * @returns the first expiry date of which the user was not reminded yet; undefined if no reminder is due
 */
export function takeReminder(
	{ id, email, isVerified }: User,
	today: CivilDate,
	now: number,
): Promise<CivilDate | undefined> {
	return db.transaction().execute(async (trx) => {
		const due = await selectDue(trx, today)
			.select("documents.expires_on as date")
			.where("users.id", "=", id)
			.orderBy("documents.expires_on")
			.limit(1)
			.executeTakeFirst();
		if (due && isVerified) {
			await markReminded(trx, [id], today);
			await enqueueMail(trx, { kind: "document-expiry", userId: id, address: email }, now + MAIL_LATER_MS);
		}
		return due?.date ?? undefined;
	});
}

/** Marks a reminder as sent, once a browser has it, and takes its mail back. */
export async function settleReminder(userId: string, today: CivilDate): Promise<void> {
	await db.transaction().execute(async (trx) => {
		await markReminded(trx, [userId], today);
		await trx
			.deleteFrom("outbox")
			.where("user_id", "=", userId)
			.where("kind", "=", "document-expiry")
			.execute();
	});
}

async function markReminded(trx: Trx, ids: readonly string[], today: CivilDate): Promise<void> {
	// Marks the second reminders (7 days) before the first (30 days): a document that gets its second reminder needs no
	// first reminder.
	for (const stage of STAGES.toReversed()) {
		await trx
			.updateTable("documents")
			.set({ reminded_days: stage })
			.where("user_id", "in", ids)
			.where("expires_on", ">=", today)
			.where("expires_on", "<=", addDays(today, stage))
			.where(({ or, eb }) => or([eb("reminded_days", "is", null), eb("reminded_days", ">", stage)]))
			.execute();
	}
}

/** Query for the users whose due reminder goes by mail. */
function selectMailable(trx: Trx, today: CivilDate) {
	const due = selectDue(trx, today).where("users.email_verified_at", "is not", null);
	if (!isPushOn) return due;
	return due.where(({ not, exists, selectFrom }) =>
		not(
			exists(
				selectFrom("push_subscriptions")
					.select("endpoint")
					.whereRef("push_subscriptions.user_id", "=", "users.id"),
			),
		),
	);
}

/** Query for the users with a due reminder, which uses the index `documents_expiring`. */
function selectDue(trx: Trx, today: CivilDate) {
	const [first, second] = STAGES;
	return trx
		.selectFrom("documents")
		.innerJoin("users", "users.id", "documents.user_id")
		.select(["users.id", "users.email"])
		.distinct()
		.where("users.expiry_reminders", "=", 1)
		.where("documents.expires_on", ">=", today)
		.where("documents.expires_on", "<=", addDays(today, first))
		.where(({ or, and, eb }) =>
			or([
				eb("documents.reminded_days", "is", null),
				and([
					eb("documents.reminded_days", ">", second),
					eb("documents.expires_on", "<=", addDays(today, second)),
				]),
			]),
		);
}

/**
 * Returns the reminder that is marked as sent when the user enters an expiry date, so that no reminder follows at once.
 * For a date 20 days ahead, this is the first reminder (30 days before). Returns null if no reminder is due yet.
 */
export function remindedDaysFor(expiresOn: CivilDate | null, today: CivilDate): 30 | 7 | null {
	if (expiresOn === null) return null;
	const days = dayNumber(expiresOn) - dayNumber(today);
	return STAGES.findLast((stage) => days <= stage) ?? null;
}
