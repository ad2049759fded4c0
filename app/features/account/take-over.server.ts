import { findUserById } from "~/features/auth/users.server";
import { deleteFeed } from "~/features/calendars/calendar-feeds.server";
import { deletePayTerms } from "~/features/overtime/agreement/agreements.server";
import { eraseAllSlips } from "~/features/overtime/slips/deleted-slips.server";
import { emptyProfile, findProfile } from "~/features/profile/profiles.server";
import { eraseAllOwnDays } from "~/features/shift/own-days/deleted-own-days.server";
import type { db } from "~/lib/database/db.server";

type Transaction = Pick<typeof db, "selectFrom" | "updateTable" | "deleteFrom">;

/**
 * Empties the profile, the own days, the pay slips, the agreements and the values of the hour of an account with an
 * unverified e-mail address, and revokes the secret address of its calendar, when the user proves the e-mail address by
 * password recovery or Google. A stranger may have
 * registered the account and written the profile; documents and extras (overtime entries) stay, because the owner of
 * the address may have written them.
 * @returns the former profile photo, whose file the caller erases; undefined when the address was already verified
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
