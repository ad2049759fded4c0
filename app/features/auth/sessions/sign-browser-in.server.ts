import { findDevice, rememberDevice } from "~/features/auth/rate-limits/known-devices.server";
import { endPending, findPending } from "~/features/auth/registration/pending-registrations.server";
import { isDiskFull } from "~/lib/database/disk.server";
import { openSession } from "./sessions.server";

/**
 * Opens a session for a user whose identity is proven, stores the browser as a known device, and deletes the browser's
 * pending registration (its wait for the verification mail).
 * @returns the Set-Cookie headers
 */
export async function signBrowserIn(request: Request, userId: string): Promise<string[]> {
	const cookies = [await openSession(request, userId)];
	const device = await rememberDevice(userId, await findDevice(request, userId)).catch((error: unknown) => {
		// On a full disk the sign-in still succeeds, but the browser does not become a known device.
		if (!isDiskFull(error)) throw error;
	});
	if (device) cookies.push(device);
	const pending = await findPending(request);
	if (pending) cookies.push(await endPending(pending));
	return cookies;
}
