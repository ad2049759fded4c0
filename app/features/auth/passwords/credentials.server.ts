import { emptyUnprovenProfile } from "~/features/account/take-over.server";
import { spendMailToken } from "~/features/auth/links-and-codes/mail-tokens.server";
import { postMail } from "~/features/auth/mails/post-mail.server";
import { photoFile } from "~/features/profile/photo";
import { db } from "~/lib/database/db.server";
import { eraseUploads } from "~/lib/images/uploads.server";
import { wakeOutbox } from "~/lib/mail/outbox.server";

type Transaction = Pick<typeof db, "selectFrom" | "deleteFrom" | "insertInto" | "updateTable">;

/**
 * Everything that lets somebody in without the password: sessions, waiting browsers, mailed links and codes, and what lets
 * a browser guess it beside all others. Whoever had one before the change (a squatter, a thief) has nothing after it.
 */
export async function revokeAccess(trx: Transaction, userId: string): Promise<void> {
	await trx.deleteFrom("sessions").where("user_id", "=", userId).execute();
	await trx.deleteFrom("pending_registrations").where("user_id", "=", userId).execute();
	await trx.deleteFrom("mail_tokens").where("user_id", "=", userId).execute();
	await trx.deleteFrom("mail_codes").where("user_id", "=", userId).execute();
	await trx.deleteFrom("devices").where("user_id", "=", userId).execute();
}

/**
 * Signs a person out for the operator (a lost phone).
 * @returns how many sessions and known browsers there were
 */
export async function signOutEverywhere(userId: string): Promise<{ sessions: number; devices: number }> {
	return db.transaction().execute(async (trx) => {
		const sessions = await countRows(trx, "sessions", userId);
		const devices = await countRows(trx, "devices", userId);
		await revokeAccess(trx, userId);
		return { sessions, devices };
	});
}

async function countRows(trx: Transaction, table: "sessions" | "devices", userId: string): Promise<number> {
	const { rows } = await trx
		.selectFrom(table)
		.select(({ fn }) => fn.countAll<number>().as("rows"))
		.where("user_id", "=", userId)
		.executeTakeFirstOrThrow();
	return rows;
}

/**
 * The owner of an address has shown to read its mail, and to know the password: by typing it, or from a browser that it
 * let in. Until then nothing else lets anybody in, so that every session and waiting browser belongs to who knows it
 * too: they stay, and notice. Without a new password their end would shut nobody out, who would sign in again.
 */
export async function markVerified(trx: Transaction, userId: string, now: number): Promise<void> {
	await trx.deleteFrom("mail_tokens").where("user_id", "=", userId).execute();
	await trx.deleteFrom("mail_codes").where("user_id", "=", userId).execute();
	await trx
		.updateTable("users")
		.set({ email_verified_at: now, removal_notice_at: null, wrong_codes: 0, updated_at: now })
		.where("id", "=", userId)
		.where("email_verified_at", "is", null)
		.execute();
}

/**
 * Sets a new password, ends every session and tells the owner by mail.
 * The caller has checked the present password and opens a new session.
 */
export async function changePassword(userId: string, passwordHash: string, now = Date.now()): Promise<void> {
	await db.transaction().execute((trx) => setPassword(trx, userId, passwordHash, now));
	wakeOutbox();
}

/**
 * Sets a new password by a mailed link, which is used up. A finished recovery also verifies the address; where nobody had
 * done that before, the profile may be a stranger's and is emptied.
 * @returns whose it was, and whether the profile was emptied; undefined when the link is used, expired or for something else
 */
export async function resetPassword(
	token: string,
	passwordHash: string,
	now = Date.now(),
): Promise<{ userId: string; isTakenOver: boolean } | undefined> {
	const reset = await db.transaction().execute(async (trx) => {
		const userId = await spendMailToken(trx, { purpose: "reset", token }, now);
		if (!userId) return undefined;
		const emptied = await emptyUnprovenProfile(trx, userId);
		await markVerified(trx, userId, now);
		await setPassword(trx, userId, passwordHash, now);
		return { userId, emptied };
	});
	if (!reset) return undefined;
	wakeOutbox();
	const { userId, emptied } = reset;
	if (emptied?.photo) await eraseUploads([photoFile(emptied.photo)]);
	return { userId, isTakenOver: emptied !== undefined };
}

async function setPassword(
	trx: Transaction,
	userId: string,
	passwordHash: string,
	now: number,
): Promise<void> {
	await revokeAccess(trx, userId);
	const { email } = await trx
		.updateTable("users")
		.set({ password_hash: passwordHash, updated_at: now })
		.where("id", "=", userId)
		.returning("email")
		.executeTakeFirstOrThrow();
	await postMail(trx, { kind: "password-changed", userId, address: email }, now);
}
