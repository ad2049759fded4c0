import type { User } from "~/features/auth/users.server";
import { findProfile, type Profile } from "~/features/profile/profiles.server";

/** The page after a sign-in: the one that asked for it, else an address to verify, the automatic page or the account. */
export async function landingOf(user: User, redirectTo?: string): Promise<string> {
	if (redirectTo) return redirectTo;
	if (!user.isVerified) return "/auth/verify-email";
	const profile = await findProfile(user.id);
	return (profile && automaticPageOf(profile)) ?? "/auth/my-account";
}

/** With the switch on: the saved diagram, or, while none is chosen, the page to choose it. */
export function automaticPageOf({ autoDiagram, diagram, crew }: Profile): string | undefined {
	if (!autoDiagram) return undefined;
	if (!diagram) return "/auth/my-account/edit-profile?elegir=diagrama";
	return crew ? `/diagrams/${diagram}?crew=${crew}` : `/diagrams/${diagram}`;
}
