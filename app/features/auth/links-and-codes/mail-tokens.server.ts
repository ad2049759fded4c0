import type { MailTokensTable } from "db/schema";
import { db } from "~/lib/database/db.server";
import { readCookie } from "~/lib/http/cookies.server";
import { hashToken, makeToken } from "~/lib/secret-token.server";
import { DAY_MS, HOUR_MS } from "~/lib/units/durations";

const LIFETIME_MS = { verify: DAY_MS, reset: HOUR_MS } as const;

type Purpose = MailTokensTable["purpose"];

/**
 * Reads the token of the mailed link that the visitor opened. `app/gate` moves the token from the URL to a
 * short-lived cookie, so that no log and no other site gets the token.
 */
export function readMailToken(request: Request, purpose: Purpose): string | undefined {
	const [kind, token] = readCookie(request.headers.get("Cookie"), "mail-token")?.split(".") ?? [];
	return kind === purpose && token ? token : undefined;
}

/**
 * Issues a token for a mailed link; the user's earlier token for the same purpose becomes invalid. The database
 * stores only the token's hash.
 */
export async function issueMailToken(
	{ purpose, userId, email }: { purpose: Purpose; userId: string; email: string },
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
 * Finds the user of the token in a mailed link. The token stays valid, unlike with `spendMailToken`.
 * @returns undefined when the token is used, replaced, expired, or issued for another purpose or a former e-mail address
 */
export function findMailToken(
	{ purpose, token }: { purpose: Purpose; token: string },
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

/**
 * Checks the token in a mailed link and makes the token invalid, within the caller's transaction.
 * @returns the user's id, or undefined for a token that `findMailToken` does not find
 */
export async function spendMailToken(
	trx: typeof db,
	link: { purpose: Purpose; token: string },
	now: number,
): Promise<string | undefined> {
	const owner = await findMailToken(link, now, trx);
	if (owner) await trx.deleteFrom("mail_tokens").where("token_hash", "=", hashToken(link.token)).execute();
	return owner?.userId;
}
