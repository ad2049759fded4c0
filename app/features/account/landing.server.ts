import type { User } from "~/features/auth/users.server";
import { findProfile, type Profile } from "~/features/profile/profiles.server";

/**
 * The page shown after a sign-in: the page that required it, else the address verification, the automatic diagram or
 * the account.
 */
export async function landingOf(user: User, redirectTo?: string): Promise<string> {
	if (redirectTo) return redirectTo;
	if (!user.isVerified) return "/auth/verify-email";
	const profile = await findProfile(user.id);
	return (profile && automaticPageOf(profile)) ?? "/auth/my-account";
}

/**
 * Address of the automatic diagram: the chosen diagram, or the page to choose one. Only if the user has switched it on.
 */
export function automaticPageOf({ autoDiagram, diagram, crew }: Profile): string | undefined {
	if (!autoDiagram) return undefined;
	if (!diagram) return "/auth/my-account/edit-profile?elegir=diagrama";
	return crew ? `/diagrams/${diagram}?crew=${crew}` : `/diagrams/${diagram}`;
}
