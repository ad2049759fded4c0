import { deletePayTerms } from "~/features/agreement/agreements.server";
import { findUserById } from "~/features/auth/users.server";
import { deleteFeed } from "~/features/calendars/calendar-feeds.server";
import { eraseAllOwnDays } from "~/features/own-days/deleted-own-days.server";
import { eraseAllSlips } from "~/features/pay/slips/deleted-slips.server";
import { emptyProfile, findProfile } from "~/features/profile/profiles.server";
import type { db } from "~/lib/database/db.server";

type Transaction = Pick<typeof db, "selectFrom" | "updateTable" | "deleteFrom">;

/**
 * Empties the profile of an account with an unverified address, and deletes the own days (vacation, leave and the like),
 * pay slips, calendar feed and pay terms, because a stranger may have entered them. Documents and overtime entries stay.
 * Call this when a user proves to own the address.
 * @returns the former profile photo, to be erased by the caller; undefined for a verified address
 */
export async function emptyUnprovenProfile(
	trx: Transaction,
	userId: string,
): Promise<{ photo: string | null } | undefined> {
	const user = await findUserById(userId, trx);
	const profile = await findProfile(userId, trx);
	if (!user || !profile || user.isVerified) return undefined;
	await emptyProfile(trx, userId);
	await eraseAllOwnDays(trx, userId);
	await eraseAllSlips(trx, userId);
	await deleteFeed(userId, trx);
	await deletePayTerms(trx, userId);
	const username = user.email.split("@")[0] ?? user.email;
	await trx.updateTable("users").set({ username }).where("id", "=", userId).execute();
	return { photo: profile.photo };
}
