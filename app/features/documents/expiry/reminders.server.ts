import { setImmediate } from "node:timers/promises";
import type { DB } from "db/schema";
import type { Transaction } from "kysely";
import { db, sqlite } from "~/lib/database/db.server";
import { enqueueMail, wakeOutbox } from "~/lib/mail/outbox.server";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { plantDay, plantHour } from "~/lib/time/plant-clock.server";
import { STAGES } from "./reminder-stage";

/** Nobody is woken up: a phone rings at a mail. Hour of the plant. */
const FROM_HOUR = 8;
/** So many people at once: the file is locked for a moment only. */
const BATCH_PEOPLE = 200;

/**
 * Reminds verified people who want it of their documents that expire soon: 30 days before, and 7. One mail tells of all
 * of them. What was missed while the server was off is caught up, but nothing is said of what has expired by then.
 * Called at start and every hour; does nothing from midnight to eight in the morning.
 * @param now in milliseconds, as `Date.now()` gives it
 */
export async function remindOfExpiry(now = Date.now()): Promise<void> {
	if (plantHour(now) < FROM_HOUR) return;
	const today = plantDay(now);
	// Until nobody is left, or the server stops; requests are answered in between.
	while (sqlite.open && (await db.transaction().execute((trx) => remindSome(trx, today, now)))) {
		wakeOutbox();
		await setImmediate();
	}
}

/** @returns false when there was nobody to remind */
async function remindSome(trx: Transaction<DB>, today: CivilDate, now: number): Promise<boolean> {
	const people = await selectDue(trx, today).limit(BATCH_PEOPLE).execute();
	if (people.length === 0) return false;
	const ids = people.map(({ id }) => id);
	// The nearest first: what the second reminder tells of needs no first one.
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
	for (const { id, email } of people) {
		await enqueueMail(trx, { kind: "document-expiry", userId: id, address: email }, now);
	}
	return true;
}

/** Whom a reminder is due to. Reads the documents of the coming 30 days only, by the index documents_expiring. */
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
