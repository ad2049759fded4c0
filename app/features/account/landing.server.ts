import { redirect } from "@remix-run/node";
import type { Proof } from "~/features/auth/passwords/credentials.server";
import { signBrowserIn } from "~/features/auth/sessions/sessions.server";
import { findUserById, type User } from "~/features/auth/users.server";
import { opensMyShift } from "~/features/profile/profiles.server";
import { redirectWithCookies, returnPath } from "~/lib/http/http.server";
import { redirectWithToast, type Toast } from "~/lib/http/toast.server";

/**
 * Returns the path to open after a sign-in: `redirectTo`, otherwise the verification page (for an unverified user),
 * otherwise the page that the user has chosen, otherwise the account page.
 */
export function landingOf(user: User, redirectTo?: string): string {
	if (redirectTo) return redirectTo;
	if (!user.isVerified) return "/auth/verify-email";
	return automaticPageOf(user) ?? "/auth/my-account";
}

/**
 * Page that opens after a sign-in, in the installed app and instead of the home page: "Mi turno" (my shift) if the
 * user's shifts are known, else the shift diagram. Returns the profile form if the user has no diagram, and undefined
 * if automatic opening is off.
 */
export function automaticPageOf(user: User): string | undefined {
	const { autoDiagram, diagram } = user;
	if (!autoDiagram) return undefined;
	if (!diagram) return "/auth/my-account/edit-profile?elegir=diagrama";
	return opensMyShift(user) ? "/my-shift" : `/diagrams/${diagram}`;
}

/**
 * Signs in a user whose identity is proven.
 * @param redirectTo path to open, not validated yet
 * @returns redirect to the page that opens after a sign-in, with the session's cookies
 * @throws Response redirect to the login page when the account has just been deleted, or the proof ended
 */
export async function openAccount(
	request: Request,
	proof: Proof,
	redirectTo?: string,
	toast?: Toast,
): Promise<Response> {
	const user = await findUserById(proof.userId);
	if (!user) throw redirect("/auth/login", 303);
	const cookies = await signBrowserIn(request, proof);
	const path = landingOf(user, returnPath(redirectTo));
	return toast ? redirectWithToast(path, toast, cookies) : redirectWithCookies(path, cookies);
}
