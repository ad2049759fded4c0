import type { User } from "~/features/auth/users.server";
import { opensMyShift } from "~/features/profile/opening";
import { findProfile, type Profile } from "~/features/profile/profiles.server";

/**
 * Returns the path to open after a sign-in: `redirectTo`, otherwise the verification page for an unverified user,
 * otherwise the path that `automaticPageOf` returns, otherwise the account page.
 * @param redirectTo path of the page that required the sign-in
 */
export async function landingOf(user: User, redirectTo?: string): Promise<string> {
	if (redirectTo) return redirectTo;
	if (!user.isVerified) return "/auth/verify-email";
	const profile = await findProfile(user.id);
	return (profile && automaticPageOf(profile)) ?? "/auth/my-account";
}

/**
 * Returns the path of the page that opens after the sign-in by the user's choice: the shift diagram or "Mi turno"
 * (always "Mi turno" for a personal position). Returns the profile form while the user has no diagram, and
 * undefined unless the user has turned on the automatic opening.
 */
export function automaticPageOf(profile: Profile): string | undefined {
	const { autoDiagram, diagram, crew } = profile;
	if (!autoDiagram) return undefined;
	if (!diagram) return "/auth/my-account/edit-profile?elegir=diagrama";
	if (opensMyShift(profile)) return "/my-shift";
	return crew ? `/diagrams/${diagram}?crew=${crew}` : `/diagrams/${diagram}`;
}
