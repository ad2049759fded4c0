import { findUserById } from "~/features/auth/users.server";
import { deleteFeed } from "~/features/calendars/calendar-feeds.server";
import { emptyProfile } from "~/features/profile/profiles.server";
import type { db } from "~/lib/database/db.server";

const unproven = [
	"own_days",
	"changed_days",
	"slips",
	"hour_values",
	"agreements",
	"deleted_records",
] as const;

/**
 * Empties the profile of an account with an unverified address, and deletes the own days (vacation, leave and the like),
 * pay slips, calendar feed and pay terms, because a stranger may have entered them. Documents and overtime entries stay.
 * Call this when a user proves to own the address.
 * @returns the former profile photo, to be erased by the caller; undefined for a verified address
 */
export async function emptyUnprovenProfile(
	trx: typeof db,
	userId: string,
): Promise<{ photo: string | null } | undefined> {
	const user = await findUserById(userId, trx);
	if (!user || user.isVerified) return undefined;
	await emptyProfile(trx, userId);
	for (const table of unproven) await trx.deleteFrom(table).where("user_id", "=", userId).execute();
	await deleteFeed(userId, trx);
	const username = user.email.split("@")[0] ?? user.email;
	await trx.updateTable("users").set({ username }).where("id", "=", userId).execute();
	return { photo: user.photo };
}
