import { spendMailCode } from "~/features/auth/links-and-codes/mail-codes.server";
import { spendMailToken } from "~/features/auth/links-and-codes/mail-tokens.server";
import { countWrongCode, hasOnlyLink } from "~/features/auth/links-and-codes/wrong-codes.server";
import { postMail } from "~/features/auth/mails/post-mail.server";
import { markVerified } from "~/features/auth/passwords/credentials.server";
import type { Attempt } from "~/features/auth/rate-limits/attempts.server";
import { findPending, type Pending } from "~/features/auth/registration/pending-registrations.server";
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import { findUserById, type User } from "~/features/auth/users.server";
import { db } from "~/lib/database/db.server";
import { enqueueMail, wakeOutbox } from "~/lib/mail/outbox.server";

/**
 * A visitor who waits for the verification of an e-mail address: a signed-in user, or a browser with a pending
 * registration.
 */
export interface Waiting {
	user?: User;
	pending?: Pending;
	/**
	 * Account whose address this visitor may verify. Undefined for a visitor who has registered with the address of an
	 * older account, which may be another person's.
	 */
	owner?: User;
}

/** Returns who waits for a verification in this browser; undefined if there is no session or pending registration. */
export async function findWaiting(request: Request): Promise<Waiting | undefined> {
	const user = await findSessionUser(request);
	if (user) return { user, owner: user };
	const pending = await findPending(request);
	if (!pending) return undefined;
	// Looks the user up even if `isNew` is false (the address already had an account) and the user is not returned: a
	// faster response would reveal that the account exists.
	const known = await findUserById(pending.userId);
	return { pending, owner: pending.isNew ? known : undefined };
}

/**
 * Verifies an e-mail address by a mailed code. If the address already had an account when this visitor registered
 * (`waiting.owner` is undefined), every code is wrong, after the usual time of the check.
 * @returns "only-link" after 50 wrong codes
 */
export async function verifyByCode(
	waiting: Waiting,
	code: string,
	now = Date.now(),
): Promise<{ status: "verified"; userId: string } | { status: "wrong" } | { status: "only-link" }> {
	const userId = waiting.owner?.id ?? "";
	return db.transaction().execute(async (trx) => {
		if (await hasOnlyLink(waiting, trx)) return { status: "only-link" };
		const result = await spendMailCode(trx, { purpose: "verify", userId, code }, now);
		if (result === "wrong") {
			await countWrongCode(trx, waiting);
			return { status: "wrong" };
		}
		await markVerified(trx, userId, now);
		return { status: "verified", userId };
	});
}

/**
 * Whether the user must also type the password after opening the mailed link: in every browser that is not signed in to
 * the account and has not registered it. A stranger may have registered the account with somebody else's address. The
 * owner of the address, who does not know the stranger's password, then cannot verify the account with one click.
 */
export function needsPassword(waiting: Waiting | undefined, userId: string): boolean {
	return waiting?.owner?.id !== userId;
}

/**
 * Verifies an e-mail address by a mailed link.
 * @returns the user's id, or undefined when the link is no longer valid
 */
export async function verifyByLink(token: string, now = Date.now()): Promise<string | undefined> {
	return db.transaction().execute(async (trx) => {
		const userId = await spendMailToken(trx, { purpose: "verify", token }, now);
		if (userId) await markVerified(trx, userId, now);
		return userId;
	});
}

/**
 * Mails the verification link and code again. If the address already had an account when this visitor registered
 * (`owner` is undefined), mails instead that somebody tried to register with this address.
 */
export async function resendVerification(
	{ user, pending, owner }: Waiting,
	clientAddress: string,
): Promise<Attempt> {
	const userId = user?.id ?? pending?.userId;
	const address = user?.email ?? pending?.email;
	if (!userId || !address || owner?.isVerified) return { status: "allowed" };
	const kind = owner ? "verify" : "already-registered";
	const attempt = await db
		.transaction()
		.execute((trx) => postMail(trx, { kind, userId, address, clientAddress }));
	wakeOutbox();
	return attempt;
}

/**
 * Queues a verification mail at the operator's request, without rate limits.
 * @returns false for a verified or deleted account
 */
export async function requeueVerification(userId: string): Promise<boolean> {
	const isQueued = await db.transaction().execute(async (trx) => {
		const user = await trx
			.selectFrom("users")
			.select("email")
			.where("id", "=", userId)
			.where("email_verified_at", "is", null)
			.executeTakeFirst();
		if (!user) return false;
		await trx.deleteFrom("outbox").where("user_id", "=", userId).where("kind", "=", "verify").execute();
		await enqueueMail(trx, { kind: "verify", userId, address: user.email });
		return true;
	});
	wakeOutbox();
	return isQueued;
}
