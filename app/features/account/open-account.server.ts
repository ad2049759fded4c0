import { redirect } from "@remix-run/node";
import { signBrowserIn } from "~/features/auth/sessions/sign-browser-in.server";
import { findUserById } from "~/features/auth/users.server";
import { returnPath } from "~/lib/http/http.server";
import { landingOf } from "./landing.server";

/**
 * Signs in a user whose identity is proven.
 * @param redirectTo path to open, not validated yet
 * @returns redirect to the page that opens after a sign-in, with the session's cookies
 * @throws Response redirect to the login page when the account has just been deleted
 */
export async function openAccount(request: Request, userId: string, redirectTo?: string): Promise<Response> {
	const user = await findUserById(userId);
	if (!user) throw redirect("/auth/login", 303);
	const headers = new Headers();
	for (const cookie of await signBrowserIn(request, userId)) headers.append("Set-Cookie", cookie);
	return redirect(landingOf(user, returnPath(redirectTo)), { status: 303, headers });
}
