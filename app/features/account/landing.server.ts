import type { User } from "~/features/auth/users.server";
import { findProfile, type Profile } from "~/features/profile/profiles.server";

/**
 * Returns the page to open after a sign-in: the page that required the sign-in, else the verification of the e-mail
 * address, the automatic shift diagram, or the account page.
 */
export async function landingOf(user: User, redirectTo?: string): Promise<string> {
	if (redirectTo) return redirectTo;
	if (!user.isVerified) return "/auth/verify-email";
	const profile = await findProfile(user.id);
	return (profile && automaticPageOf(profile)) ?? "/auth/my-account";
}

/**
 * Returns the address of the shift diagram that opens automatically for this user, or of the page to choose a
 * diagram. Undefined unless the user has switched on the automatic diagram.
 */
export function automaticPageOf({ autoDiagram, diagram, crew }: Profile): string | undefined {
	if (!autoDiagram) return undefined;
	if (!diagram) return "/auth/my-account/edit-profile?elegir=diagrama";
	return crew ? `/diagrams/${diagram}?crew=${crew}` : `/diagrams/${diagram}`;
}
