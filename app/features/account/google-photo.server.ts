import { callBounded } from "~/features/auth/google/bounded-fetch.server";
import { PHOTO_PX } from "~/features/profile/photo";
import { savePhoto } from "~/features/profile/photo.server";
import { hasRoom } from "~/lib/database/disk.server";
import { reencodeImage } from "~/lib/images/image.server";
import { logFailure } from "~/lib/log.server";

const BOUNDS = { timeoutMs: 5_000, mostBytes: 5 * 1_048_576 };

/**
 * Copies Google's picture of a person who has no photo. It never fails and nobody waits for it: a photo is
 * not worth a sign-in. `call` stands in for fetch in tests, where no host of Google may be asked.
 * @param picture its address, as Google gave it; any that `pictureAddress` refuses is not fetched
 */
export async function copyGooglePhoto(
	userId: string,
	picture: string,
	call: typeof fetch = fetch,
): Promise<void> {
	try {
		const address = pictureAddress(picture);
		// A disk that is nearly full keeps its room for what people save themselves.
		if (!address || !(await hasRoom())) return;
		const file = await callBounded(address, {}, BOUNDS, call);
		const [{ content }] = await reencodeImage(file, [PHOTO_PX]);
		await savePhoto(userId, content, { onlyFirst: true });
	} catch (error) {
		logFailure("google_picture_failed", error);
	}
}

/**
 * The address to fetch a picture from, in our size, if it is one of Google's: https, one of the four
 * hosts that serve the pictures of accounts, no port, no name and password. Other hosts below googleusercontent.com are
 * anybody's: the machines of Google's cloud have names there.
 */
export function pictureAddress(text: string): string | undefined {
	if (text.length > 2000 || !URL.canParse(text)) return undefined;
	const url = new URL(text);
	if (url.protocol !== "https:" || url.port || url.username || url.password) return undefined;
	if (!/^lh[3-6]\.googleusercontent\.com$/.test(url.hostname)) return undefined;
	url.pathname = url.pathname.replace(/=s\d+-c$/, `=s${PHOTO_PX}-c`);
	return url.href;
}
