import { fetchBounded } from "~/features/auth/google/bounded-fetch.server";
import { GoogleError } from "~/features/auth/google/google-error";
import type { GoogleIdentity } from "~/features/auth/google/google-strategy.server";
import { postMail } from "~/features/auth/mails/post-mail.server";
import { markVerified, revokeAccess } from "~/features/auth/passwords/credentials.server";
import { findUserByEmail, findUserById, newUserRow, updateUser } from "~/features/auth/users.server";
import { savePhoto } from "~/features/profile/photo.server";
import type { db } from "~/lib/database/db.server";
import { hasRoom } from "~/lib/database/disk.server";
import { reencodeImage } from "~/lib/images/image.server";
import { PHOTO_PX } from "~/lib/images/image-files";
import { type Discard, withUploads } from "~/lib/images/uploads.server";
import { logFailure } from "~/lib/log.server";
import { MB } from "~/lib/units/bytes";
import { emptyUnprovenProfile } from "./take-over.server";

const MAX_NAME_CHARACTERS = 120;

/**
 * The Relevo user who signs in with a Google account. `wantsPicture`: whether to copy the Google picture as profile
 * photo.
 */
export interface Entry {
	userId: string;
	wantsPicture: boolean;
	/** Whether the account had a password and an unverified address, and now has neither. */
	isTakenOver?: boolean;
}

/**
 * Finds the account that is linked to a Google user's permanent id (`subject`). If there is none, links the account
 * with the same e-mail address, or else creates a linked account.
 * @throws GoogleError when the account with this address is linked to another Google account
 */
export async function enterByGoogle(identity: GoogleIdentity, now = Date.now()): Promise<Entry> {
	const name = nameOf(identity.name);
	return withUploads([], async (trx, discard) => {
		const known = await refreshKnown(trx, identity, name, now);
		return known ?? (await linkNew(trx, identity, name, now, discard));
	});
}

/**
 * Finds the user who is already linked to a Google account. Updates the real name of an account that was made or taken
 * over with Google; the e-mail address in Relevo stays unchanged.
 */
async function refreshKnown(
	trx: typeof db,
	{ subject }: GoogleIdentity,
	name: string | undefined,
	now: number,
): Promise<Entry | undefined> {
	const account = await trx
		.selectFrom("provider_accounts")
		.select("user_id")
		.where("provider", "=", "GOOGLE")
		.where("subject", "=", subject)
		.executeTakeFirst();
	const user = account && (await findUserById(account.user_id, trx));
	if (!user) return undefined;
	const isOfGoogle = user.providerAuth === "GOOGLE";
	if (isOfGoogle && name && name !== user.realName) await updateUser(trx, user.id, { real_name: name }, now);
	return { userId: user.id, wantsPicture: isOfGoogle && user.photo === null };
}

async function linkNew(
	trx: typeof db,
	{ subject, email }: GoogleIdentity,
	name: string | undefined,
	now: number,
	discard: Discard,
): Promise<Entry> {
	const owner = await findUserByEmail(email, trx);
	const userId = owner?.id ?? (await addUser(trx, email, name, now));
	if (owner) await refuseSecondIdentity(trx, userId);
	const isTakenOver = await emptyUnprovenProfile(trx, userId, discard);
	if (isTakenOver) await takeOver(trx, userId, name, now);
	await trx
		.insertInto("provider_accounts")
		.values({ provider: "GOOGLE", subject, user_id: userId, created_at: now })
		.execute();
	if (owner) await postMail(trx, { kind: "google-linked", userId, address: email }, now);
	return { userId, wantsPicture: !owner || isTakenOver, isTakenOver };
}

async function addUser(trx: typeof db, email: string, name: string | undefined, now: number) {
	const username = name ?? email.split("@")[0] ?? email;
	const user = newUserRow(
		{ email, username, password_hash: null, provider_auth: "GOOGLE", email_verified_at: now },
		now,
	);
	await trx
		.insertInto("users")
		.values({ ...user, ...(name && { real_name: name }) })
		.execute();
	return user.id;
}

/**
 * Throws an error if the user is already linked to another Google account. The e-mail address then probably has a new
 * holder, who must not enter the account of the former holder.
 */
async function refuseSecondIdentity(trx: typeof db, userId: string): Promise<void> {
	const other = await trx
		.selectFrom("provider_accounts")
		.select("subject")
		.where("provider", "=", "GOOGLE")
		.where("user_id", "=", userId)
		.executeTakeFirst();
	if (other) throw new GoogleError("other-identity");
}

/**
 * Turns an unverified account into a Google account without a password. Revokes earlier access, because a stranger may
 * have registered the address.
 */
async function takeOver(trx: typeof db, userId: string, name: string | undefined, now: number) {
	await revokeAccess(userId, trx);
	await markVerified(trx, userId, now);
	const names = name && { username: name, real_name: name };
	await updateUser(trx, userId, { password_hash: null, provider_auth: "GOOGLE", ...names }, now);
}

/** Shortens a display name to one line of at most 120 characters; undefined if empty. */
function nameOf(text: string): string | undefined {
	const line = text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ").trim();
	return Array.from(line).slice(0, MAX_NAME_CHARACTERS).join("").trim() || undefined;
}

const BOUNDS = { timeoutMs: 5_000, maxBytes: 5 * MB };

/**
 * Copies the Google picture as profile photo, unless the user has a photo. Never throws, because the sign-in must
 * not depend on the picture.
 */
export async function copyGooglePhoto(userId: string, picture: string) {
	try {
		const address = pictureAddress(picture);
		// Skips the picture if the disk is nearly full, to leave room for data that users save themselves.
		if (!address || !(await hasRoom())) return;
		const file = await fetchBounded(address, {}, BOUNDS);
		const [{ content }] = await reencodeImage(file, [PHOTO_PX]);
		await savePhoto(userId, content, { onlyFirst: true });
	} catch (error) {
		logFailure("google_picture_failed", error);
	}
}

/**
 * Returns the URL of a Google picture in the size of a profile photo; undefined for any other URL. Only four hosts
 * are accepted, because other hosts below googleusercontent.com may belong to any cloud customer.
 */
export function pictureAddress(text: string): string | undefined {
	if (text.length > 2000 || !URL.canParse(text)) return undefined;
	const url = new URL(text);
	if (url.protocol !== "https:" || url.port || url.username || url.password) return undefined;
	if (!/^lh[3-6]\.googleusercontent\.com$/.test(url.hostname)) return undefined;
	url.pathname = url.pathname.replace(/=s\d+-c$/, `=s${PHOTO_PX}-c`);
	return url.href;
}
