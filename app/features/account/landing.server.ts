import type { User } from "~/features/auth/users.server";
import { opensMyShift } from "~/features/profile/opening";

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
