import { postMail } from "~/features/auth/mails/post-mail.server";
import { deletePasskeys } from "~/features/auth/passkeys.server";
import { db } from "~/lib/database/db.server";

/**
 * Ends all sessions of a user, those that a browser may open which has registered the account and waits for its mail, and
 * the secret URL of the user's calendar, with which somebody else could go on reading.
 * @returns the number of sessions, and whether there was such a URL
 */
export async function endAllSessions(userId: string, trx: typeof db = db) {
	const ended = await trx.deleteFrom("sessions").where("user_id", "=", userId).executeTakeFirst();
	// A stranger who has registered the address once more goes on waiting, and so learns nothing.
	await trx
		.deleteFrom("pending_registrations")
		.where("user_id", "=", userId)
		.where("is_new", "=", 1)
		.execute();
	const feed = await trx.deleteFrom("calendar_feeds").where("user_id", "=", userId).executeTakeFirst();
	return { sessions: Number(ended.numDeletedRows), hadFeed: feed.numDeletedRows > 0n };
}

/**
 * Ends all access to an account but that by password or passkey: deletes its sessions, the secret URL of its calendar, pending registrations (browsers
 * that wait for the verification mail), mailed links and codes, and known devices (browsers of earlier sign-ins).
 * @returns the numbers of sessions and known devices, and whether there was a secret URL of the calendar
 */
export async function revokeAccess(userId: string, trx: typeof db) {
	const ended = await endAllSessions(userId, trx);
	for (const table of ["pending_registrations", "mail_tokens", "mail_codes"] as const)
		await trx.deleteFrom(table).where("user_id", "=", userId).execute();
	const devices = await trx.deleteFrom("devices").where("user_id", "=", userId).executeTakeFirst();
	return { ...ended, devices: Number(devices.numDeletedRows) };
}

/** Ends all access to an account (see `revokeAccess`), when the operator asks for it. */
export function revokeAllAccess(userId: string): ReturnType<typeof revokeAccess> {
	return db.transaction().execute((trx) => revokeAccess(userId, trx));
}

/**
 * Marks a user's address as verified, and deletes the mailed links and codes. Keeps the user's sessions, because only
 * somebody who knows the password can have opened them.
 */
export async function markVerified(trx: typeof db, userId: string, now: number): Promise<void> {
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
 * A user whose identity is proven, and what has proven it, if that may end: the hash of the password, the id of the
 * passkey, or the hash of the pending registration's token.
 */
export interface Proof {
	userId: string;
	passwordHash?: string;
	passkey?: string;
	pending?: string;
}

/**
 * Whether the proof still is the user's. Asked in the transaction that relies on it, because a check waits for its turn,
 * and the owner may set a new password, end the passkeys or take over the account meanwhile.
 */
export async function isStillValid(trx: typeof db, proof: Proof): Promise<boolean> {
	const { userId, passwordHash, passkey, pending } = proof;
	let user = trx.selectFrom("users").select("id").where("id", "=", userId);
	if (passwordHash !== undefined) user = user.where("password_hash", "=", passwordHash);
	if (passkey !== undefined)
		user = user.where("id", "in", trx.selectFrom("passkeys").select("user_id").where("id", "=", passkey));
	if (pending !== undefined) {
		const registered = trx.selectFrom("pending_registrations").where("token_hash", "=", pending);
		user = user.where("id", "in", registered.select("user_id"));
	}
	return (await user.executeTakeFirst()) !== undefined;
}

export interface NewPassword {
	hash: string;
	/** Whether the user's passkeys end too, as the user has chosen. */
	endsPasskeys: boolean;
}

/**
 * Changes a user's password and ends all sessions. The caller checks the current password first, and opens a new
 * session afterwards.
 * @param checked hash of the current password, as `checkPassword` has found it
 * @returns whether the calendar had a secret URL, which no longer works; undefined if the checked password is no longer
 *   the current one
 */
export function changePassword(userId: string, password: NewPassword, checked: string) {
	return db.transaction().execute(async (trx) => {
		if (!(await isStillValid(trx, { userId, passwordHash: checked }))) return undefined;
		return setPassword(trx, userId, password, Date.now());
	});
}

/**
 * Sets a password, ends all earlier access, and queues a mail to the owner if the address is verified.
 * @returns whether the calendar had a secret URL, which no longer works
 */
export async function setPassword(
	trx: typeof db,
	userId: string,
	{ hash, endsPasskeys }: NewPassword,
	now: number,
): Promise<boolean> {
	const { hadFeed } = await revokeAccess(userId, trx);
	if (endsPasskeys) await deletePasskeys(trx, userId);
	const { email } = await trx
		.updateTable("users")
		.set({ password_hash: hash, updated_at: now })
		.where("id", "=", userId)
		.returning("email")
		.executeTakeFirstOrThrow();
	await postMail(trx, { kind: "password-changed", userId, address: email }, now);
	return hadFeed;
}
