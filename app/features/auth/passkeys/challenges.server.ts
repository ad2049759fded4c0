import { db } from "~/lib/database/db.server";
import { readCookie, writeCookie } from "~/lib/http/cookies.server";
import { hashToken, isToken, makeToken } from "~/lib/secret-token.server";
import { keyedHash } from "~/lib/secrets.server";

/** Lifetime of a challenge in seconds: the time to find the phone and touch it. */
const CHALLENGE_S = 300;

type Purpose = "sign-in" | "add";

/**
 * Makes a challenge for a passkey to sign. Nothing is stored: the challenge follows from the browser's cookie, the
 * purpose, and the user who adds a passkey.
 * @returns the challenge, and the Set-Cookie header that belongs to it
 */
export function issueChallenge(purpose: Purpose, userId = "", now = Date.now()) {
	const nonce = `${now + CHALLENGE_S * 1000}.${makeToken()}`;
	return {
		challenge: challengeOf(purpose, userId, nonce),
		cookie: writeCookie("passkey", nonce, CHALLENGE_S),
	};
}

/**
 * Returns the challenge that this browser was given, and marks it as used.
 * @returns undefined if it is used, expired or missing
 */
export async function spendChallenge(request: Request, purpose: Purpose, userId = "", now = Date.now()) {
	const nonce = readCookie(request.headers.get("Cookie"), "passkey") ?? "";
	const [time = "", token = ""] = nonce.split(".");
	const expiresAt = Number(time);
	if (!isToken(token) || !(expiresAt > now && expiresAt <= now + CHALLENGE_S * 1000)) return undefined;
	const challenge = challengeOf(purpose, userId, nonce);
	const { numInsertedOrUpdatedRows } = await db
		.insertInto("spent_challenges")
		.values({ token_hash: hashToken(challenge), expires_at: expiresAt })
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n ? challenge : undefined;
}

function challengeOf(purpose: Purpose, userId: string, nonce: string): string {
	return keyedHash("newest", ["passkey", purpose, userId, nonce]);
}
