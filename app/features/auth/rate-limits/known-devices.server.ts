import { createHash, randomBytes } from "node:crypto";
import { db } from "~/lib/database/db.server";
import { deviceCookieName, readCookies, writeCookie } from "~/lib/http/cookies.server";

/** The longest that browsers keep a cookie. */
const DEVICE_S = 400 * 24 * 3600;
/** Who knows the password could otherwise collect any number of buckets. */
const MAX_DEVICES = 20;

/**
 * Remembers the browser that has just signed in and returns its Set-Cookie header. `previous`, what `findDevice` gave
 * for the same request, is replaced: one browser that signs in every day does not push the others out.
 * The 20 newest of a person are kept, for 400 days.
 */
export async function rememberDevice(userId: string, previous?: string, now = Date.now()): Promise<string> {
	const token = randomBytes(32).toString("base64url");
	const device = { token_hash: hashOf(token), user_id: userId, expires_at: now + DEVICE_S * 1000 };
	await db.transaction().execute(async (trx) => {
		const ofUser = trx.deleteFrom("devices").where("user_id", "=", userId);
		if (previous) await ofUser.where("token_hash", "=", previous).execute();
		await trx.insertInto("devices").values(device).execute();
		const newest = trx
			.selectFrom("devices")
			.select("token_hash")
			.where("user_id", "=", userId)
			.orderBy("expires_at", "desc")
			.limit(MAX_DEVICES);
		await ofUser.where("token_hash", "not in", newest).execute();
	});
	return writeCookie(deviceCookieName, token, DEVICE_S);
}

/**
 * The token's hash if this person has signed in before in the browser of the request. It proves nothing about who
 * sits there now: it only names the bucket that their attempts are counted in.
 */
export async function findDevice(
	request: Request,
	userId: string,
	now = Date.now(),
): Promise<string | undefined> {
	const token = readCookies(request.headers.get("Cookie"))[deviceCookieName];
	if (!token) return undefined;
	const device = await db
		.selectFrom("devices")
		.select("token_hash")
		.where("token_hash", "=", hashOf(token))
		.where("user_id", "=", userId)
		.where("expires_at", ">", now)
		.executeTakeFirst();
	return device?.token_hash;
}

function hashOf(token: string): string {
	return createHash("sha256").update(token).digest("base64url");
}
