import { redirect } from "@remix-run/node";
import { findDevice, rememberDevice } from "~/features/auth/rate-limits/known-devices.server";
import { endPending, findPending } from "~/features/auth/registration/pending-registrations.server";
import { openSession } from "~/features/auth/sessions/sessions.server";
import { findUserById } from "~/features/auth/users.server";
import { isDiskFull } from "~/lib/database/disk.server";
import { returnPath } from "~/lib/http/http.server";
import { landingOf } from "./landing.server";

/**
 * Signs a person in whose identity has just been proven, and sends the browser where it belongs.
 * @param redirectTo the page that had asked for the sign-in, as it came: checked here
 */
export async function openAccount(request: Request, userId: string, redirectTo?: string): Promise<Response> {
	const user = await findUserById(userId);
	// Deleted by somebody else in this very moment.
	if (!user) throw redirect("/auth/login", 303);
	const headers = new Headers();
	for (const cookie of await signBrowserIn(request, userId)) headers.append("Set-Cookie", cookie);
	const pending = await findPending(request);
	if (pending) headers.append("Set-Cookie", await endPending(pending));
	return redirect(landingOf(user, returnPath(redirectTo)), { status: 303, headers });
}

/** Opens a session in a browser, which counts as a known one from now on. @returns the Set-Cookie headers */
export async function signBrowserIn(request: Request, userId: string): Promise<string[]> {
	const session = await openSession(request, userId);
	const device = await rememberDevice(userId, await findDevice(request, userId)).catch((error: unknown) => {
		// A full disk keeps nobody out: the next time this browser only counts as a new one.
		if (!isDiskFull(error)) throw error;
	});
	return device ? [session, device] : [session];
}
