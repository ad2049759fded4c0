import { fetchBounded } from "~/features/auth/google/bounded-fetch.server";
import { PHOTO_PX } from "~/features/profile/photo";
import { savePhoto } from "~/features/profile/photo.server";
import { hasRoom } from "~/lib/database/disk.server";
import { reencodeImage } from "~/lib/images/image.server";
import { logFailure } from "~/lib/log.server";
import { MB } from "~/lib/units/bytes";

const BOUNDS = { timeoutMs: 5_000, maxBytes: 5 * MB };

/**
 * Copies the Google picture as profile photo, unless the user has a photo. Never throws, because the sign-in must
 * not depend on the picture.
 * @param call stands in for `fetch` in tests
 */
export async function copyGooglePhoto(
	userId: string,
	picture: string,
	call: typeof fetch = fetch,
): Promise<void> {
	try {
		const address = pictureAddress(picture);
		// Skips the picture if the disk is nearly full, to leave room for data that users save themselves.
		if (!address || !(await hasRoom())) return;
		const file = await fetchBounded(address, {}, BOUNDS, call);
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
