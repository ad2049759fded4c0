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

/** A visitor of the waiting page: a signed-in user, or a browser with a pending registration. */
export interface Waiting {
	user?: User;
	pending?: Pending;
	/** The user whose address this browser may verify. Undefined where the registered address already had an account. */
	owner?: User;
}

/** The visitor of the waiting page; undefined for a browser without a session and without a pending registration. */
export async function findWaiting(request: Request): Promise<Waiting | undefined> {
	const user = await findSessionUser(request);
	if (user) return { user, owner: user };
	const pending = await findPending(request);
	if (!pending) return undefined;
	// Looked up for new and for existing accounts, so that timing does not tell them apart.
	const known = await findUserById(pending.userId);
	return { pending, owner: pending.isNew ? known : undefined };
}

/**
 * Checks a mailed code and verifies the address. Without an `owner` the result is "wrong" after the same work.
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
 * Whether the mailed link also requires the password: in every browser except the one that registered or is signed in.
 * Without the password, the owner of an address would activate a squatter's account by one click.
 */
export function needsPassword(waiting: Waiting | undefined, userId: string): boolean {
	return waiting?.owner?.id !== userId;
}

/**
 * Verifies an address by a mailed link.
 * @returns the user's id, or undefined when the link is already used or expired
 */
export async function verifyByLink(token: string, now = Date.now()): Promise<string | undefined> {
	return db.transaction().execute(async (trx) => {
		const userId = await spendMailToken(trx, { purpose: "verify", token }, now);
		if (userId) await markVerified(trx, userId, now);
		return userId;
	});
}

/** Mails the link and the code again. If the registered address already had an account, the mail says so instead. */
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
 * Queues the verification mail at the operator's request; the mail budget does not apply. Replaces a verification mail
 * that is already queued.
 * @returns false when the address is verified, or the account is deleted
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
