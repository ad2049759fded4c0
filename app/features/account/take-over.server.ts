import { findMailToken } from "~/features/auth/links-and-codes.server";
import { markVerified, type NewPassword, setPassword } from "~/features/auth/passwords/credentials.server";
import { findUserById } from "~/features/auth/users.server";
import { emptyProfile } from "~/features/profile/profiles.server";
import type { db } from "~/lib/database/db.server";
import { photoFile } from "~/lib/images/image-files";
import { type Discard, withUploads } from "~/lib/images/uploads.server";

/**
 * Sets a password and verifies the e-mail address by a mailed link. Empties the profile of an unverified account,
 * because a stranger may have registered the address.
 * @returns undefined for a used, expired or wrong link
 */
export async function resetPassword(token: string, password: NewPassword) {
	const now = Date.now();
	return withUploads([], async (trx, discard) => {
		const link = await findMailToken({ purpose: "reset", token }, now, trx);
		if (!link) return undefined;
		const { userId } = link;
		const isTakenOver = await emptyUnprovenProfile(trx, userId, discard);
		await markVerified(trx, userId, now);
		const hadFeed = await setPassword(trx, userId, password, now);
		return { userId, isTakenOver, hadFeed };
	});
}

const unproven = [
	"own_days",
	"changed_days",
	"slips",
	"hour_values",
	"agreements",
	"calendar_feeds",
	"deleted_records",
	"deleted_ids",
	"passkeys",
	"push_subscriptions",
	"rotation_history",
] as const;

/** Said after `emptyUnprovenProfile`, because the user may have entered it all, too. */
export const EMPTIED =
	"Como nadie había verificado este correo, vaciamos el perfil y borramos los días, los recibos, el convenio y el valor de la hora, por si eran de otra persona. Siguen los documentos y las extras.";

/**
 * Empties the profile of an account with an unverified address, and deletes the own days (vacation, leave and the like),
 * pay slips, calendar feed, pay terms and passkeys, because a stranger may have entered them. Documents and overtime entries stay.
 * Call this when a user proves to own the address.
 * @returns false for a verified address
 */
export async function emptyUnprovenProfile(
	trx: typeof db,
	userId: string,
	discard: Discard,
): Promise<boolean> {
	const user = await findUserById(userId, trx);
	if (!user || user.isVerified) return false;
	await emptyProfile(trx, userId, user.email.split("@")[0] ?? user.email);
	for (const table of unproven) await trx.deleteFrom(table).where("user_id", "=", userId).execute();
	if (user.photo) discard(photoFile(user.photo));
	return true;
}
