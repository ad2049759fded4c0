import { setImmediate } from "node:timers/promises";
import type { DB } from "db/schema";
import type { Transaction } from "kysely";
import { db, sqlite } from "~/lib/database/db.server";
import { enqueueMail, wakeOutbox } from "~/lib/mail/outbox.server";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { plantDay, plantMinute } from "~/lib/time/plant-clock.server";
import { HOUR_MINUTES } from "~/lib/units/durations";
import { STAGES } from "./reminder-stage";

/** First hour of the day at which reminders are sent, in the plant's time zone: no phone should ring at night. */
const FIRST_HOUR = 8;
/** Users per transaction, so that each transaction locks the database only briefly. */
const BATCH_USERS = 200;

/**
 * Sends reminders by mail, 30 days and again 7 days before a document expires, to verified users who want them. A missed
 * mail is sent late, but not after the expiry. Runs at start and every hour.
 */
export async function remindOfExpiry(now = Date.now()): Promise<void> {
	if (plantMinute(now) < FIRST_HOUR * HOUR_MINUTES) return;
	const today = plantDay(now);
	// Repeats until no user is left or the server stops. Other requests run between two batches.
	while (sqlite.open && (await db.transaction().execute((trx) => remindBatch(trx, today, now)))) {
		wakeOutbox();
		await setImmediate();
	}
}

/**
 * Queues the reminder mails for the next batch of users.
 * @returns false when no reminder was due
 */
async function remindBatch(trx: Transaction<DB>, today: CivilDate, now: number): Promise<boolean> {
	const users = await selectDue(trx, today).limit(BATCH_USERS).execute();
	if (users.length === 0) return false;
	const ids = users.map(({ id }) => id);
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
	for (const { id, email } of users) {
		await enqueueMail(trx, { kind: "document-expiry", userId: id, address: email }, now);
	}
	return true;
}

/** Query for the users with a due reminder, which uses the index `documents_expiring`. */
function selectDue(trx: Transaction<DB>, today: CivilDate) {
	const [first, second] = STAGES;
	return trx
		.selectFrom("documents")
		.innerJoin("users", "users.id", "documents.user_id")
		.select(["users.id", "users.email"])
		.distinct()
		.where("users.email_verified_at", "is not", null)
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
