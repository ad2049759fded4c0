import { findDevice, rememberDevice } from "~/features/auth/rate-limits/known-devices.server";
import { endPending, findPending } from "~/features/auth/registration/pending-registrations.server";
import { isDiskFull } from "~/lib/database/disk.server";
import { openSession } from "./sessions.server";

/**
 * Opens a session for a user whose identity has just been proven. The browser becomes a known device and its pending
 * registration is forgotten.
 * @returns the Set-Cookie headers
 */
export async function signBrowserIn(request: Request, userId: string): Promise<string[]> {
	const cookies = [await openSession(request, userId)];
	const device = await rememberDevice(userId, await findDevice(request, userId)).catch((error: unknown) => {
		// With a full disk the sign-in still succeeds; the next one only counts as one from an unknown device.
		if (!isDiskFull(error)) throw error;
	});
	if (device) cookies.push(device);
	const pending = await findPending(request);
	if (pending) cookies.push(await endPending(pending));
	return cookies;
}
