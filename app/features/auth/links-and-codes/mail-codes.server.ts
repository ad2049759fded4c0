/** Six-digit codes sent by mail, to verify an e-mail address or to delete an account without a password. */
import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { MailCodesTable } from "db/schema";
import { db } from "~/lib/database/db.server";
import { sessionSecrets } from "~/lib/secrets.server";
import { MINUTE_MS } from "~/lib/units/durations";

const CODE_MS = 15 * MINUTE_MS;
/**
 * A mailed code becomes invalid after this number of wrong tries, so guessing a code succeeds with a probability of 5
 * in 1,000,000.
 */
const MAX_WRONG_TRIES = 5;

type Purpose = MailCodesTable["purpose"];

/** Issues a code to be mailed to a user. The new code replaces the user's earlier code for the same purpose. */
export async function issueMailCode(
	{ purpose, userId }: { purpose: Purpose; userId: string },
	now = Date.now(),
): Promise<string> {
	const code = String(randomInt(1_000_000)).padStart(6, "0");
	const values = {
		code_hash: hashCode(purpose, userId, code),
		wrong_tries: 0,
		expires_at: now + CODE_MS,
	};
	await db
		.insertInto("mail_codes")
		.values({ user_id: userId, purpose, ...values })
		.onConflict((conflict) => conflict.columns(["user_id", "purpose"]).doUpdateSet(values))
		.execute();
	return code;
}

/**
 * Checks a mailed code in the caller's transaction: deletes a right code, counts a wrong try. If no code was issued,
 * takes the same time, so that timing does not reveal whether a code exists.
 */
export async function spendMailCode(
	trx: typeof db,
	{ purpose, userId, code }: { purpose: Purpose; userId: string; code: string },
	now: number,
): Promise<"right" | "wrong"> {
	const row = await trx
		.selectFrom("mail_codes")
		.select(["code_hash", "wrong_tries"])
		.where("user_id", "=", userId)
		.where("purpose", "=", purpose)
		.where("expires_at", ">", now)
		.executeTakeFirst();
	const hash = hashCode(purpose, userId, code);
	const isRight = timingSafeEqual(Buffer.from(row?.code_hash ?? "-".repeat(hash.length)), Buffer.from(hash));
	if (isRight && row && row.wrong_tries < MAX_WRONG_TRIES) {
		await trx.deleteFrom("mail_codes").where("user_id", "=", userId).where("purpose", "=", purpose).execute();
		return "right";
	}
	await trx
		.updateTable("mail_codes")
		.set(({ eb }) => ({ wrong_tries: eb("wrong_tries", "+", 1) }))
		.where("user_id", "=", userId)
		.where("purpose", "=", purpose)
		.execute();
	return "wrong";
}

/** Hashes a code with the newest server secret as the key, so that a new secret invalidates all codes. */
function hashCode(purpose: Purpose, userId: string, code: string): string {
	return createHmac("sha256", sessionSecrets[0] ?? "")
		.update(JSON.stringify(["code", purpose, userId, code]))
		.digest("base64url");
}

/**
 * Maximum number of wrong codes per account: at 1,000,000 possible codes, guessing succeeds for one account in 20,000.
 */
const MAX_WRONG_CODES = 50;

/** Visitor who types a mailed code. */
interface Guesser {
	/** Account to which the browser is signed in, or which it has just registered. Wrong codes count per account. */
	owner?: { id: string };
	/**
	 * Registration in this browser. If the e-mail address already had an account, `owner` is undefined, and wrong codes
	 * count per registration.
	 */
	pending?: { tokenHash: string; userId: string };
}

/** Whether so many wrong codes were counted that only the mailed link verifies the e-mail address. */
export async function hasOnlyLink({ owner, pending }: Guesser, trx: typeof db = db): Promise<boolean> {
	const row = owner
		? await trx.selectFrom("users").select("wrong_codes").where("id", "=", owner.id).executeTakeFirst()
		: await trx
				.selectFrom("pending_registrations")
				.select("wrong_codes")
				.where("token_hash", "=", pending?.tokenHash ?? "")
				.executeTakeFirst();
	return row !== undefined && row.wrong_codes >= MAX_WRONG_CODES;
}

/**
 * Counts a wrong code. Both SQL statements always run, so that timing does not reveal whether the address has an
 * account.
 */
export async function countWrongCode(trx: typeof db, { owner, pending }: Guesser): Promise<void> {
	await trx
		.updateTable("users")
		.set(({ eb }) => ({ wrong_codes: eb("wrong_codes", "+", owner ? 1 : 0) }))
		.where("id", "=", owner?.id ?? pending?.userId ?? "")
		.execute();
	await trx
		.updateTable("pending_registrations")
		.set(({ eb }) => ({ wrong_codes: eb("wrong_codes", "+", 1) }))
		.where("token_hash", "=", owner ? "" : (pending?.tokenHash ?? ""))
		.execute();
}
