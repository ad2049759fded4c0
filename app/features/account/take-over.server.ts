import { findUserById } from "~/features/auth/users.server";
import { emptyProfile, findProfile } from "~/features/profile/profiles.server";
import type { db } from "~/lib/database/db.server";

type Transaction = Pick<typeof db, "selectFrom" | "updateTable">;

/**
 * Empties the profile of an account that is entered by its mailbox alone (a recovery, Google) and whose address nobody
 * had verified: a stranger may have registered it, and what they wrote would stand under the owner's name and in the
 * greeting of our mails. Documents and extras stay, because they may be the owner's.
 * @returns the photo that the profile had, whose file the caller erases; undefined when the account was verified
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
