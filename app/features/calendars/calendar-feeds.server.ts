import { db } from "~/lib/database/db.server";
import { hashToken, isToken, makeToken } from "~/lib/secret-token.server";
import type { Alarms } from "./feed-schemas";

export type Feed = NonNullable<Awaited<ReturnType<typeof findFeed>>>;

const columns = [
	"user_id as userId",
	"alarms",
	/** When the feed's secret URL was made or renewed, in UTC milliseconds. */
	"created_at as createdAt",
	"updated_at as updatedAt",
] as const;

export function findFeed(userId: string) {
	return db.selectFrom("calendar_feeds").select(columns).where("user_id", "=", userId).executeTakeFirst();
}

/**
 * Finds a calendar feed (a calendar that a phone subscribes to) by the secret in the feed's URL; undefined for an
 * unknown or malformed secret.
 */
export async function findFeedBySecret(secret: string) {
	if (!isToken(secret)) return undefined;
	return db
		.selectFrom("calendar_feeds")
		.select(columns)
		.where("secret_hash", "=", hashToken(secret))
		.executeTakeFirst();
}

/**
 * Makes or renews the secret URL of a user's feed. Renewing invalidates the previous URL and keeps the alarms.
 * @param alarms alarms of a new feed
 * @returns the secret, of which the database stores only a hash
 */
export async function createFeed(trx: Pick<typeof db, "insertInto">, userId: string, alarms: Alarms) {
	const secret = makeToken();
	const now = Date.now();
	const made = { secret_hash: hashToken(secret), created_at: now };
	await trx
		.insertInto("calendar_feeds")
		.values({ user_id: userId, alarms, ...made, updated_at: now })
		.onConflict((conflict) => conflict.column("user_id").doUpdateSet(made))
		.execute();
	return secret;
}

/**
 * Changes the alarms of a user's feed.
 * @returns false if there is none
 */
export async function updateFeedAlarms(userId: string, alarms: Alarms): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable("calendar_feeds")
		.set({ alarms, updated_at: Date.now() })
		.where("user_id", "=", userId)
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** Deletes a user's feed, so that its secret URL stops working. */
export async function deleteFeed(userId: string): Promise<void> {
	await db.deleteFrom("calendar_feeds").where("user_id", "=", userId).execute();
}
