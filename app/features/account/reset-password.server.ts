import { spendMailToken } from "~/features/auth/links-and-codes/mail-tokens.server";
import { markVerified, setPassword } from "~/features/auth/passwords/credentials.server";
import { photoFile } from "~/features/profile/photo";
import { db } from "~/lib/database/db.server";
import { eraseUploads } from "~/lib/images/uploads.server";
import { wakeOutbox } from "~/lib/mail/outbox.server";
import { emptyUnprovenProfile } from "./take-over.server";

/**
 * Sets a password and verifies the e-mail address by a mailed link. Empties the profile of an unverified account,
 * because a stranger may have registered the address.
 * @returns undefined for a used, expired or wrong link
 */
export async function resetPassword(
	token: string,
	passwordHash: string,
	now = Date.now(),
): Promise<{ userId: string; isTakenOver: boolean; hadFeed: boolean } | undefined> {
	const reset = await db.transaction().execute(async (trx) => {
		const userId = await spendMailToken(trx, { purpose: "reset", token }, now);
		if (!userId) return undefined;
		const emptied = await emptyUnprovenProfile(trx, userId);
		await markVerified(trx, userId, now);
		const hadFeed = await setPassword(trx, userId, passwordHash, now);
		return { userId, emptied, hadFeed };
	});
	if (!reset) return undefined;
	wakeOutbox();
	const { userId, emptied, hadFeed } = reset;
	if (emptied?.photo) await eraseUploads([photoFile(emptied.photo)]);
	return { userId, isTakenOver: emptied !== undefined, hadFeed };
}
