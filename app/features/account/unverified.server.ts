/** What becomes of an account that nobody verifies: removed 14 days after its owner was told so by mail. */
import { setImmediate } from "node:timers/promises";
import { postMail } from "~/features/auth/mails/post-mail.server";
import { db, sqlite } from "~/lib/database/db.server";
import { env } from "~/lib/env.server";
import { logEvent, logFailure } from "~/lib/log.server";
import { wakeOutbox } from "~/lib/mail/outbox.server";
import { deleteAccount } from "./delete-account.server";

const DAY_MS = 24 * 3_600_000;
const NOTICE_MS = 14 * DAY_MS;
/** Who has been told nothing by then, since the account is older than this rule or its first mail never went out. */
const UNTOLD_MS = DAY_MS;
/** So many people in one sweep: the mail server and the disk are everybody's. */
const MAX_PEOPLE = 200;

/**
 * Tells the owners of unverified accounts that have not been told, and removes those who were 14 days ago. Where no mail
 * server is configured nobody can be told, nor verify, and nothing happens. Called at start and every hour.
 */
export async function removeUnverified(now = Date.now()): Promise<void> {
	if (!env.SMTP_URL) return;
	await tellOwners(now);
	const due = await db
		.selectFrom("users")
		.select("id")
		.where("email_verified_at", "is", null)
		.where("removal_notice_at", "<=", now - NOTICE_MS)
		.orderBy("removal_notice_at")
		.limit(MAX_PEOPLE)
		.execute();
	let removed = 0;
	for (const { id } of due) {
		if (!sqlite.open) return;
		const erased = await deleteAccount(id, { onlyUnverified: true }, now).catch((error: unknown) => {
			// The others are removed all the same.
			logFailure("account_not_removed", error);
		});
		if (erased) removed += 1;
		await setImmediate();
	}
	if (removed > 0) logEvent("unverified_removed", { accounts: removed });
}

/** Notes that the owner was told of the removal: the first time counts. A file of OUTBOX_DIR tells nobody. */
export async function noteRemovalNotice(userId: string, now = Date.now()): Promise<void> {
	if (!env.SMTP_URL) return;
	await db
		.updateTable("users")
		.set({ removal_notice_at: now })
		.where("id", "=", userId)
		.where("email_verified_at", "is", null)
		.where("removal_notice_at", "is", null)
		.execute();
}

async function tellOwners(now: number): Promise<void> {
	await db.transaction().execute(async (trx) => {
		const untold = await trx
			.selectFrom("users")
			.select(["id", "email"])
			.where("email_verified_at", "is", null)
			.where("removal_notice_at", "is", null)
			.where("created_at", "<=", now - UNTOLD_MS)
			.where(({ not, exists, selectFrom }) =>
				not(exists(selectFrom("outbox").select("id").whereRef("outbox.user_id", "=", "users.id"))),
			)
			.limit(MAX_PEOPLE)
			.execute();
		for (const { id, email } of untold) {
			await postMail(trx, { kind: "removal-notice", userId: id, address: email }, now);
		}
	});
	wakeOutbox();
}
