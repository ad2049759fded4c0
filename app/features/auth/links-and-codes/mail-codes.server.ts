/** Six-digit codes sent by mail, to verify an address or to delete an account without a password. */
import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { MailCodesTable } from "db/schema";
import { db } from "~/lib/database/db.server";
import { sessionSecrets } from "~/lib/secrets.server";

const CODE_MS = 15 * 60_000;
/** Wrong tries after which a code is void. Guessing a code then succeeds with a probability of five in a million. */
const MAX_WRONG_TRIES = 5;

type Purpose = MailCodesTable["purpose"];

/** Issues a new code, which replaces the user's previous code for this purpose. */
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
 * Checks a code in the caller's transaction: a right code is deleted, a wrong one is counted. The check takes the same
 * time when no code exists.
 */
export async function spendMailCode(
	trx: Pick<typeof db, "selectFrom" | "deleteFrom" | "updateTable">,
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
	const isRight = isSame(row?.code_hash ?? "", hashCode(purpose, userId, code));
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

/** Keyed with the newest secret. Rotating the secret voids all codes, which live only 15 minutes anyway. */
function hashCode(purpose: Purpose, userId: string, code: string): string {
	return createHmac("sha256", sessionSecrets[0] ?? "")
		.update(JSON.stringify(["code", purpose, userId, code]))
		.digest("base64url");
}

function isSame(hash: string, other: string): boolean {
	return hash.length === other.length && timingSafeEqual(Buffer.from(hash), Buffer.from(other));
}
