import { db } from "~/lib/db.server";
import { enqueueMail, wakeOutbox } from "~/lib/outbox.server";
import { spendMailToken } from "./tokens.server";

type Transaction = Pick<typeof db, "selectFrom" | "deleteFrom" | "insertInto" | "updateTable">;

/**
 * Everything that lets somebody in without the password: sessions, waiting browsers, mailed links and codes.
 * Whoever had one before the change (a squatter, a thief) has nothing after it.
 */
export async function revokeAccess(trx: Transaction, userId: string): Promise<void> {
	await trx.deleteFrom("sessions").where("user_id", "=", userId).execute();
	await trx.deleteFrom("pending_registrations").where("user_id", "=", userId).execute();
	await trx.deleteFrom("mail_tokens").where("user_id", "=", userId).execute();
	await trx.deleteFrom("mail_codes").where("user_id", "=", userId).execute();
}

/**
 * Signs a person out for the operator (a lost phone): as `revokeAccess`, and no browser counts as a known one any more.
 * @returns how many sessions and known browsers there were
 */
export async function signOutEverywhere(userId: string): Promise<{ sessions: number; devices: number }> {
	return db.transaction().execute(async (trx) => {
		const { sessions } = await trx
			.selectFrom("sessions")
			.select(({ fn }) => fn.countAll<number>().as("sessions"))
			.where("user_id", "=", userId)
			.executeTakeFirstOrThrow();
		await revokeAccess(trx, userId);
		const devices = await trx.deleteFrom("devices").where("user_id", "=", userId).executeTakeFirst();
		return { sessions, devices: Number(devices.numDeletedRows) };
	});
}

/**
 * The owner of an address has shown to read its mail: sessions from before end. A browser that waits stays, and
 * notices: nobody gets here without being in it, or knowing the password that was chosen in it.
 */
export async function markVerified(trx: Transaction, userId: string, now: number): Promise<void> {
	await trx.deleteFrom("sessions").where("user_id", "=", userId).execute();
	await trx.deleteFrom("mail_tokens").where("user_id", "=", userId).execute();
	await trx.deleteFrom("mail_codes").where("user_id", "=", userId).execute();
	await trx
		.updateTable("users")
		.set({ email_verified_at: now, updated_at: now })
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
 * Sets a new password by a mailed link, which is used up. A finished recovery also verifies the address.
 * @returns whose it was; undefined when the link is used, expired or for something else
 */
export async function resetPassword(
	token: string,
	passwordHash: string,
	now = Date.now(),
): Promise<string | undefined> {
	const userId = await db.transaction().execute(async (trx) => {
		const owner = await spendMailToken(trx, { purpose: "reset", token }, now);
		if (!owner) return undefined;
		await markVerified(trx, owner, now);
		await setPassword(trx, owner, passwordHash, now);
		return owner;
	});
	if (userId) wakeOutbox();
	return userId;
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
	await enqueueMail(trx, { kind: "password-changed", userId, address: email });
}
