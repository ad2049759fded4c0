import { fetchBounded } from "~/features/auth/google/bounded-fetch.server";
import { PHOTO_PX } from "~/features/profile/photo";
import { savePhoto } from "~/features/profile/photo.server";
import { hasRoom } from "~/lib/database/disk.server";
import { reencodeImage } from "~/lib/images/image.server";
import { logFailure } from "~/lib/log.server";

const BOUNDS = { timeoutMs: 5_000, maxBytes: 5 * 1_048_576 };

/**
 * Makes the user's Google picture their profile photo if they have none. Callers do not await it, and it never throws,
 * since a sign-in must not depend on it.
 * @param picture address from Google, fetched only if `pictureAddress` accepts it
 * @param call replaces fetch in tests, which never contact Google
 */
export async function copyGooglePhoto(
	userId: string,
	picture: string,
	call: typeof fetch = fetch,
): Promise<void> {
	try {
		const address = pictureAddress(picture);
		// A nearly full disk reserves its space for what users save themselves.
		if (!address || !(await hasRoom())) return;
		const file = await fetchBounded(address, {}, BOUNDS, call);
		const [{ content }] = await reencodeImage(file, [PHOTO_PX]);
		await savePhoto(userId, content, { onlyFirst: true });
	} catch (error) {
		logFailure("google_picture_failed", error);
	}
}

/**
 * The address of a Google picture in the size of a profile photo. Accepts only https, no port, no credentials, and one
 * of the four hosts that serve account pictures: other hosts below googleusercontent.com may belong to any cloud
 * customer.
 */
export function pictureAddress(text: string): string | undefined {
	if (text.length > 2000 || !URL.canParse(text)) return undefined;
	const url = new URL(text);
	if (url.protocol !== "https:" || url.port || url.username || url.password) return undefined;
	if (!/^lh[3-6]\.googleusercontent\.com$/.test(url.hostname)) return undefined;
	url.pathname = url.pathname.replace(/=s\d+-c$/, `=s${PHOTO_PX}-c`);
	return url.href;
}
