/** What proves by mail that an address is somebody's: the token of a link, and six-digit codes to type. */
import { randomInt, timingSafeEqual } from "node:crypto";
import type { MailCodesTable, MailTokensTable } from "db/schema";
import { db } from "~/lib/database/db.server";
import { readCookie } from "~/lib/http/cookies.server";
import { hashToken, makeToken } from "~/lib/secret-token.server";
import { keyedHash } from "~/lib/secrets.server";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/lib/units/durations";

const LIFETIME_MS = { verify: DAY_MS, reset: HOUR_MS } as const;

type LinkPurpose = MailTokensTable["purpose"];

/**
 * Reads the token of the mailed link that the visitor opened. `app/gate` moves the token from the URL to a
 * short-lived cookie, so that no log and no other site gets the token.
 */
export function readMailToken(request: Request, purpose: LinkPurpose): string | undefined {
	const [kind, token] = readCookie(request.headers.get("Cookie"), "mail-token")?.split(".") ?? [];
	return kind === purpose && token ? token : undefined;
}

/**
 * Issues a token for a mailed link; the user's earlier token for the same purpose becomes invalid. The database
 * stores only the token's hash.
 */
export async function issueMailToken(
	{ purpose, userId, email }: { purpose: LinkPurpose; userId: string; email: string },
	now = Date.now(),
): Promise<string> {
	const token = makeToken();
	const row = {
		token_hash: hashToken(token),
		purpose,
		user_id: userId,
		email,
		expires_at: now + LIFETIME_MS[purpose],
	};
	await db.transaction().execute(async (trx) => {
		await trx
			.deleteFrom("mail_tokens")
			.where("user_id", "=", userId)
			.where("purpose", "=", purpose)
			.execute();
		await trx.insertInto("mail_tokens").values(row).execute();
	});
	return token;
}

/**
 * Finds the user of the token in a mailed link. The token stays valid until `markVerified` deletes it.
 * @returns undefined when the token is used, replaced, expired, or issued for another purpose or a former e-mail address
 */
export function findMailToken(
	{ purpose, token }: { purpose: LinkPurpose; token: string },
	now = Date.now(),
	trx: typeof db = db,
): Promise<{ userId: string; email: string } | undefined> {
	return (
		trx
			.selectFrom("mail_tokens")
			.innerJoin("users", "users.id", "mail_tokens.user_id")
			.select(["mail_tokens.user_id as userId", "mail_tokens.email"])
			.where("mail_tokens.token_hash", "=", hashToken(token))
			.where("mail_tokens.purpose", "=", purpose)
			.where("mail_tokens.expires_at", ">", now)
			// A link mailed to the user's former address proves nothing about the current address.
			.whereRef("users.email", "=", "mail_tokens.email")
			.executeTakeFirst()
	);
}

/** Lifetime of a six-digit code, which verifies an e-mail address or deletes an account without a password. */
const CODE_MS = 15 * MINUTE_MS;
/**
 * A mailed code becomes invalid after this number of wrong tries, so guessing a code succeeds with a probability of 5
 * in 1,000,000.
 */
const MAX_WRONG_TRIES = 5;

type CodePurpose = MailCodesTable["purpose"];

/** Issues a code to be mailed to a user. The new code replaces the user's earlier code for the same purpose. */
export async function issueMailCode(
	{ purpose, userId }: { purpose: CodePurpose; userId: string },
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
	{ purpose, userId, code }: { purpose: CodePurpose; userId: string; code: string },
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
function hashCode(purpose: CodePurpose, userId: string, code: string): string {
	return keyedHash("newest", ["code", purpose, userId, code]);
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
	 * Hash of the token of the registration in this browser. If the e-mail address already had an account, `owner` is
	 * undefined, and wrong codes count per registration.
	 */
	pending?: string;
}

/** Whether so many wrong codes were counted that only the mailed link verifies the e-mail address. */
export async function hasOnlyLink({ owner, pending }: Guesser, trx: typeof db = db): Promise<boolean> {
	const row = owner
		? await trx.selectFrom("users").select("wrong_codes").where("id", "=", owner.id).executeTakeFirst()
		: await trx
				.selectFrom("pending_registrations")
				.select("wrong_codes")
				.where("token_hash", "=", pending ?? "")
				.executeTakeFirst();
	return row !== undefined && row.wrong_codes >= MAX_WRONG_CODES;
}

/**
 * Counts a wrong code. Both SQL statements always run, so that timing does not reveal whether the address has an
 * account.
 */
export async function countWrongCode(
	trx: typeof db,
	{ userId, owner, pending = "" }: Guesser & { userId: string },
): Promise<void> {
	await trx
		.updateTable("users")
		.set(({ eb }) => ({ wrong_codes: eb("wrong_codes", "+", owner ? 1 : 0) }))
		.where("id", "=", userId)
		.execute();
	await trx
		.updateTable("pending_registrations")
		.set(({ eb }) => ({ wrong_codes: eb("wrong_codes", "+", 1) }))
		.where("token_hash", "=", owner ? "" : pending)
		.execute();
}
