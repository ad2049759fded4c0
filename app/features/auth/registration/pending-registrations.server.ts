import { db } from "~/lib/database/db.server";
import { readToken, writeCookie } from "~/lib/http/cookies.server";
import { hashToken, makeToken } from "~/lib/secret-token.server";
import { DAY_S } from "~/lib/units/durations";

const PENDING_S = DAY_S;

/** A browser in which a user has registered and waits for the verification mail. */
export interface Pending {
	tokenHash: string;
	userId: string;
	email: string;
	/** False when the e-mail address already had an account. Its verification then does not sign this browser in. */
	isNew: boolean;
}

/**
 * Stores a pending registration of this browser.
 * @returns the Set-Cookie header that identifies the browser
 */
export async function addPending(
	trx: typeof db,
	{ userId, isNew }: { userId: string; isNew: boolean },
	now: number,
): Promise<string> {
	const token = makeToken();
	await trx
		.insertInto("pending_registrations")
		.values({
			token_hash: hashToken(token),
			user_id: userId,
			is_new: isNew ? 1 : 0,
			expires_at: now + PENDING_S * 1000,
		})
		.execute();
	return writeCookie("pending", token, PENDING_S);
}

export async function findPending(request: Request, now = Date.now()): Promise<Pending | undefined> {
	const token = readToken(request, "pending");
	if (!token) return undefined;
	const row = await db
		.selectFrom("pending_registrations")
		.innerJoin("users", "users.id", "pending_registrations.user_id")
		.select(["token_hash", "user_id", "users.email", "is_new"])
		.where("token_hash", "=", hashToken(token))
		.where("expires_at", ">", now)
		.executeTakeFirst();
	return row && { tokenHash: row.token_hash, userId: row.user_id, email: row.email, isNew: row.is_new === 1 };
}

/**
 * Deletes the pending registration of a browser that has signed in.
 * @returns the Set-Cookie header that deletes the registration cookie
 */
export async function endPending({ tokenHash }: Pending): Promise<string> {
	await db.deleteFrom("pending_registrations").where("token_hash", "=", tokenHash).execute();
	return writeCookie("pending", "", 0);
}
