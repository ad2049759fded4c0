import { findUserById } from "~/features/auth/users.server";
import { emptyProfile, findProfile } from "~/features/profile/profiles.server";
import type { db } from "~/lib/database/db.server";

type Transaction = Pick<typeof db, "selectFrom" | "updateTable">;

/**
 * Empties the profile when a user enters an account through the mailbox alone (password recovery or Google) and its
 * address was never verified: a stranger may have registered the account, and the stranger's texts would appear under
 * the owner's name and in the greeting of mails. Documents and extras stay, because they may be the owner's.
 * @returns the former photo, whose file the caller erases; undefined when the address was verified
 */
export async function emptyUnprovenProfile(
	trx: Transaction,
	userId: string,
): Promise<{ photo: string | null } | undefined> {
	const user = await findUserById(userId, trx);
	const profile = await findProfile(userId, trx);
	if (!user || !profile || user.isVerified) return undefined;
	await emptyProfile(trx, userId);
	const username = user.email.split("@")[0] ?? user.email;
	await trx.updateTable("users").set({ username }).where("id", "=", userId).execute();
	return { photo: profile.photo };
}
