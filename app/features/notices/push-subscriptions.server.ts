import { db } from "~/lib/database/db.server";
import { readToken } from "~/lib/http/cookies.server";
import { hashToken } from "~/lib/secret-token.server";
import type { PushTarget } from "./post-push.server";

/** Hash of the session's token, which identifies this browser's subscription. Call it for a signed-in user only. */
function sessionOf(request: Request): string {
	return hashToken(readToken(request, "session") ?? "");
}

/** Names the session to its own browser, which cannot read the session's cookie. */
export function sessionName(request: Request): string {
	return hashToken(sessionOf(request));
}

/** Where this browser's notices go, and for which session; undefined if it gets none. */
export async function findSubscription(request: Request) {
	const row = await db
		.selectFrom("push_subscriptions")
		.select("endpoint")
		.where("session_hash", "=", sessionOf(request))
		.executeTakeFirst();
	return row && { ...row, session: sessionName(request) };
}

/**
 * Saves where this browser's notices go, until its session ends. The address counts for the last user who gave it. A browser
 * that has replaced its address asked when it first did, so that a change of the diagram before that is still told.
 */
export async function saveSubscription(request: Request, userId: string, target: PushTarget): Promise<void> {
	const values = { ...target, wait_until: 0 };
	const first = { session_hash: sessionOf(request), user_id: userId, created_at: Date.now() };
	await db.transaction().execute(async (trx) => {
		await trx.deleteFrom("push_subscriptions").where("endpoint", "=", target.endpoint).execute();
		await trx
			.insertInto("push_subscriptions")
			.values({ ...first, ...values })
			.onConflict((conflict) => conflict.column("session_hash").doUpdateSet(values))
			.execute();
	});
}

/** Ends this browser's notices. */
export async function deleteSubscription(request: Request): Promise<void> {
	await db.deleteFrom("push_subscriptions").where("session_hash", "=", sessionOf(request)).execute();
}

/** When the user's browsers have asked for notices. */
export async function listSubscriptions(userId: string): Promise<number[]> {
	const rows = await db
		.selectFrom("push_subscriptions")
		.select("created_at")
		.where("user_id", "=", userId)
		.orderBy("created_at")
		.execute();
	return rows.map((row) => row.created_at);
}

/** A user's browsers, but for those whose push service has asked to wait. */
export function listTargets(userId: string, now: number): Promise<PushTarget[]> {
	return db
		.selectFrom("push_subscriptions")
		.select(["endpoint", "p256dh", "auth"])
		.where("user_id", "=", userId)
		.where("wait_until", "<=", now)
		.execute();
}

export async function deleteEndpoint(endpoint: string): Promise<void> {
	await db.deleteFrom("push_subscriptions").where("endpoint", "=", endpoint).execute();
}

export async function waitWith(endpoint: string, until: number): Promise<void> {
	await db
		.updateTable("push_subscriptions")
		.set({ wait_until: until })
		.where("endpoint", "=", endpoint)
		.execute();
}
