import type { User } from "~/features/auth/users.server";
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
 * Returns the path of the user's shift diagram (of "Mi turno" for a personal position), or of the profile form when the
 * user has not chosen a diagram yet.
 * Returns undefined unless the user has turned on the switch that opens the diagram after each sign-in.
 */
export function automaticPageOf({ autoDiagram, diagram, crew, cycleStart }: Profile): string | undefined {
	if (!autoDiagram) return undefined;
	if (!diagram) return "/auth/my-account/edit-profile?elegir=diagrama";
	if (cycleStart) return "/my-shift";
	return crew ? `/diagrams/${diagram}?crew=${crew}` : `/diagrams/${diagram}`;
}
