import { randomUUID } from "node:crypto";
import { db } from "~/lib/database/db.server";
import { withUploads } from "~/lib/images/uploads.server";
import { photoFile } from "./photo";

/**
 * Saves an image as the user's profile photo.
 * @param content WebP of at most `PHOTO_PX` pixels per side
 * @param onlyFirst saves only if the profile has no photo
 * @returns false when the account no longer exists or `onlyFirst` prevented the change
 */
export function savePhoto(
	userId: string,
	content: Uint8Array,
	{ onlyFirst = false } = {},
	now = Date.now(),
): Promise<boolean> {
	const photo = randomUUID();
	const file = photoFile(photo);
	return withUploads([{ name: file, content }], async (trx, discard) => {
		const user = await trx.selectFrom("users").select("photo").where("id", "=", userId).executeTakeFirst();
		if (!user || (onlyFirst && user.photo)) {
			discard(file);
			return false;
		}
		await trx.updateTable("users").set({ photo, updated_at: now }).where("id", "=", userId).execute();
		if (user.photo) discard(photoFile(user.photo));
		return true;
	});
}

/** Whether `photo` is the id of the user's current profile photo. */
export async function hasPhoto(userId: string, photo: string): Promise<boolean> {
	const row = await db
		.selectFrom("users")
		.select("id")
		.where("id", "=", userId)
		.where("photo", "=", photo)
		.executeTakeFirst();
	return row !== undefined;
}
