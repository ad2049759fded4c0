import { setImmediate } from "node:timers/promises";
import { postMail } from "~/features/auth/mails/post-mail.server";
import { db, sqlite } from "~/lib/database/db.server";
import { env } from "~/lib/env.server";
import { logEvent, logFailure } from "~/lib/log.server";
import { DAY_MS } from "~/lib/units/durations";
import { deleteAccount } from "./delete-account.server";

const NOTICE_MS = 14 * DAY_MS;
/**
 * Age at which an unverified account gets a mail that announces the removal, unless another mail has announced it or is
 * still queued.
 */
const UNTOLD_MS = DAY_MS;
/**
 * Maximum number of removal notices, and of removed accounts, in one run, so that a run is short. The next run goes on.
 */
const MAX_ACCOUNTS = 200;

/**
 * Mails removal notices to unverified users whom no earlier mail has told about the removal, and removes accounts 14
 * days after the notice. Does nothing without a mail server, because then nobody can verify an address.
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
		.limit(MAX_ACCOUNTS)
		.execute();
	let removed = 0;
	for (const { id } of due) {
		if (!sqlite.open) return;
		const erased = await deleteAccount(id, { onlyUnverified: true }, now).catch((error: unknown) => {
			logFailure("account_not_removed", error);
		});
		if (erased) removed += 1;
		await setImmediate();
	}
	if (removed > 0) logEvent("unverified_removed", { accounts: removed });
}

/** Records when an unverified user was first told about the removal; without a mail server nobody is told. */
export async function noteRemovalNotice(userId: string): Promise<void> {
	if (!env.SMTP_URL) return;
	await db
		.updateTable("users")
		.set({ removal_notice_at: Date.now() })
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
			.limit(MAX_ACCOUNTS)
			.execute();
		for (const { id, email } of untold) {
			await postMail(trx, { kind: "removal-notice", userId: id, address: email }, now);
		}
	});
}
