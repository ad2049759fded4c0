import { redirect } from "@remix-run/node";
import { db } from "~/lib/database/db.server";
import { readToken, writeCookie } from "~/lib/http/cookies.server";
import { hashToken, makeToken } from "~/lib/secret-token.server";
import { DAY_S } from "~/lib/units/durations";

/** Lifetime of the device cookie in seconds: 400 days, the longest lifetime that browsers allow. */
const DEVICE_S = 400 * DAY_S;
/** Maximum number of known devices (browsers of earlier sign-ins) per user. Each device has its own rate limit. */
const MAX_DEVICES = 20;

/**
 * Makes this browser a known device of the user, in place of the device that it was. Only the 20 newest devices stay known.
 * @param isStillUser whether what has proven who the user is still does
 * @returns the Set-Cookie header of the device cookie
 * @throws Response redirect to the login page when the proof has just ended, and the session with it
 */
export async function rememberDevice(
	request: Request,
	userId: string,
	now = Date.now(),
	isStillUser: (trx: typeof db) => Promise<boolean> = async () => true,
): Promise<string> {
	const previous = readToken(request, "device");
	const token = makeToken();
	const device = { token_hash: hashToken(token), user_id: userId, expires_at: now + DEVICE_S * 1000 };
	await db.transaction().execute(async (trx) => {
		if (!(await isStillUser(trx))) throw redirect("/auth/login", 303);
		const ofUser = trx.deleteFrom("devices").where("user_id", "=", userId);
		if (previous) await ofUser.where("token_hash", "=", hashToken(previous)).execute();
		await trx.insertInto("devices").values(device).execute();
		const newest = trx
			.selectFrom("devices")
			.select("token_hash")
			.where("user_id", "=", userId)
			.orderBy("expires_at", "desc")
			.limit(MAX_DEVICES);
		await ofUser.where("token_hash", "not in", newest).execute();
	});
	return writeCookie("device", token, DEVICE_S);
}

/**
 * Returns the key of a rate limit that only this browser has, if the user with this e-mail address has signed in with this
 * browser before. Does not prove that the same person uses the browser now. Looks for the device first, so that a
 * stranger's device takes as long whether or not the address has an account.
 */
export async function findDevice(request: Request, email: string, now = Date.now()) {
	const token = readToken(request, "device");
	if (!token) return undefined;
	const device = await db
		.selectFrom("devices")
		.innerJoin("users", "users.id", "devices.user_id")
		.select(["devices.token_hash", "users.email"])
		.where("devices.token_hash", "=", hashToken(token))
		.where("devices.expires_at", ">", now)
		.executeTakeFirst();
	return device?.email === email ? device.token_hash : undefined;
}
