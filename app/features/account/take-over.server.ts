import { spendMailToken } from "~/features/auth/links-and-codes.server";
import { markVerified, type NewPassword, setPassword } from "~/features/auth/passwords/credentials.server";
import { findUserById } from "~/features/auth/users.server";
import { deleteFeed } from "~/features/calendars/calendar-feeds.server";
import { emptyProfile } from "~/features/profile/profiles.server";
import { db } from "~/lib/database/db.server";
import { photoFile } from "~/lib/images/image-files";
import { eraseUploads } from "~/lib/images/uploads.server";
import { wakeOutbox } from "~/lib/mail/outbox.server";

/**
 * Sets a password and verifies the e-mail address by a mailed link. Empties the profile of an unverified account,
 * because a stranger may have registered the address.
 * @returns undefined for a used, expired or wrong link
 */
export async function resetPassword(token: string, password: NewPassword) {
	const now = Date.now();
	const reset = await db.transaction().execute(async (trx) => {
		const userId = await spendMailToken(trx, { purpose: "reset", token }, now);
		if (!userId) return undefined;
		const emptied = await emptyUnprovenProfile(trx, userId);
		await markVerified(trx, userId, now);
		const hadFeed = await setPassword(trx, userId, password, now);
		return { userId, emptied, hadFeed };
	});
	if (!reset) return undefined;
	wakeOutbox();
	const { userId, emptied, hadFeed } = reset;
	if (emptied?.photo) await eraseUploads([photoFile(emptied.photo)]);
	return { userId, isTakenOver: emptied !== undefined, hadFeed };
}

const unproven = [
	"own_days",
	"changed_days",
	"slips",
	"hour_values",
	"agreements",
	"deleted_records",
	"deleted_ids",
	"passkeys",
	"push_subscriptions",
] as const;

/**
 * Empties the profile of an account with an unverified address, and deletes the own days (vacation, leave and the like),
 * pay slips, calendar feed, pay terms and passkeys, because a stranger may have entered them. Documents and overtime entries stay.
 * Call this when a user proves to own the address.
 * @returns the former profile photo, to be erased by the caller; undefined for a verified address
 */
export async function emptyUnprovenProfile(trx: typeof db, userId: string) {
	const user = await findUserById(userId, trx);
	if (!user || user.isVerified) return undefined;
	await emptyProfile(trx, userId);
	for (const table of unproven) await trx.deleteFrom(table).where("user_id", "=", userId).execute();
	await deleteFeed(userId, trx);
	const username = user.email.split("@")[0] ?? user.email;
	await trx.updateTable("users").set({ username }).where("id", "=", userId).execute();
	return { photo: user.photo };
}
