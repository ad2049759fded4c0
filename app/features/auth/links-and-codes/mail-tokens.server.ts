import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { MailCodesTable, MailTokensTable } from "db/schema";
import { db } from "~/lib/database/db.server";
import { hashToken, makeToken } from "~/lib/secret-token.server";
import { sessionSecrets } from "~/lib/secrets.server";

const HOUR_MS = 3_600_000;
const TOKEN_MS = { verify: 24 * HOUR_MS, reset: HOUR_MS } as const;
const CODE_MS = 15 * 60_000;
/** Wrong tries after which a code is worth nothing: five of a million. */
const MOST_WRONG_CODES = 5;

type TokenPurpose = MailTokensTable["purpose"];
type CodePurpose = MailCodesTable["purpose"];
type Transaction = Pick<typeof db, "selectFrom" | "deleteFrom" | "insertInto" | "updateTable">;

/** A link's secret for one purpose of one person at one address; older ones for the purpose end. Shown once, stored hashed. */
export async function issueMailToken(
	{ purpose, userId, email }: { purpose: TokenPurpose; userId: string; email: string },
	now = Date.now(),
): Promise<string> {
	const token = makeToken();
	await db.transaction().execute(async (trx) => {
		await trx
			.deleteFrom("mail_tokens")
			.where("user_id", "=", userId)
			.where("purpose", "=", purpose)
			.execute();
		await trx
			.insertInto("mail_tokens")
			.values({
				token_hash: hashToken(token),
				purpose,
				user_id: userId,
				email,
				expires_at: now + TOKEN_MS[purpose],
			})
			.execute();
	});
	return token;
}

/** Whose link this is, without using it up: undefined when it is used, expired, for another purpose or address. */
export async function findMailToken(
	{ purpose, token }: { purpose: TokenPurpose; token: string },
	now = Date.now(),
): Promise<{ userId: string; email: string } | undefined> {
	const row = await selectToken(db, purpose, token, now);
	return row && { userId: row.user_id, email: row.email };
}

/** Uses a link up, inside the transaction of what it allows. @returns whose it was, or undefined as `findMailToken` */
export async function spendMailToken(
	trx: Transaction,
	{ purpose, token }: { purpose: TokenPurpose; token: string },
	now: number,
): Promise<string | undefined> {
	const row = await selectToken(trx, purpose, token, now);
	if (!row) return undefined;
	await trx.deleteFrom("mail_tokens").where("token_hash", "=", hashToken(token)).execute();
	return row.user_id;
}

/** A new six-digit code, in place of the one before. */
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
 * Tries a code inside the transaction of what it allows: a right one is used up, a wrong one is counted. Takes as long
 * where there is none to find.
 */
export async function spendMailCode(
	trx: Transaction,
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
	const isRight = isSame(row?.code_hash ?? "", hashCode(purpose, userId, code));
	if (isRight && row && row.wrong_tries < MOST_WRONG_CODES) {
		const mine = trx.deleteFrom("mail_codes").where("user_id", "=", userId);
		await mine.where("purpose", "=", purpose).execute();
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

function selectToken(trx: Transaction, purpose: TokenPurpose, token: string, now: number) {
	return (
		trx
			.selectFrom("mail_tokens")
			.innerJoin("users", "users.id", "mail_tokens.user_id")
			.select(["mail_tokens.user_id", "mail_tokens.email"])
			.where("mail_tokens.token_hash", "=", hashToken(token))
			.where("mail_tokens.purpose", "=", purpose)
			.where("mail_tokens.expires_at", ">", now)
			// A link that went to another address than today's proves nothing about today's.
			.whereRef("users.email", "=", "mail_tokens.email")
			.executeTakeFirst()
	);
}

/** Keyed with the newest secret: a code lives 15 minutes, so that rotating the secret at worst asks for another one. */
function hashCode(purpose: CodePurpose, userId: string, code: string): string {
	return createHmac("sha256", sessionSecrets[0] ?? "")
		.update(JSON.stringify(["code", purpose, userId, code]))
		.digest("base64url");
}

function isSame(one: string, other: string): boolean {
	return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
