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

/** Who looks at the waiting page: somebody signed in, or a browser that has just registered. */
export interface Waiting {
	user?: User;
	pending?: Pending;
	/** The person whom this browser may act for: never that of an address that already had an account. */
	owner?: User;
}

/** Undefined for a stranger, who belongs to the login. */
export async function findWaiting(request: Request): Promise<Waiting | undefined> {
	const user = await findSessionUser(request);
	if (user) return { user, owner: user };
	const pending = await findPending(request);
	if (!pending) return undefined;
	// Looked up in both cases, so that the time tells no more than the answer.
	const known = await findUserById(pending.userId);
	return { pending, owner: pending.isNew ? known : undefined };
}

/**
 * Tries the code of the mail. Every failure is "wrong", also where the account is somebody else's: that takes the same
 * work, against a code that nobody has.
 * @returns the account whose address is now verified and that can be signed in; "only-link" after 50 wrong codes
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
 * Whether a mailed link needs the password as well: everywhere but in the browser that registered or is signed in,
 * so that nobody confirms a stranger's account by clicking (a squatter knows the password, the owner reads the mail).
 */
export function needsPassword(waiting: Waiting | undefined, userId: string): boolean {
	return waiting?.owner?.id !== userId;
}

/** Uses a mailed link up. @returns whose address is verified now, or undefined when the link was used meanwhile */
export async function verifyByLink(token: string, now = Date.now()): Promise<string | undefined> {
	return db.transaction().execute(async (trx) => {
		const userId = await spendMailToken(trx, { purpose: "verify", token }, now);
		if (userId) await markVerified(trx, userId, now);
		return userId;
	});
}

/**
 * Mails link and code again, or, to an address that already had an account, that it has one; within its budget.
 * @returns why not, with the seconds to wait
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
 * Puts the mail with link and code in the outbox for the operator, whatever the limit of 3 an hour says, in place of one
 * that waits there already, with its tries.
 * @returns false when the address is verified, or the account is gone
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
