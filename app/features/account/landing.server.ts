/** Where somebody goes after signing in, and on the home page. Pure: the profile's fields in, a path out. */

interface Profile {
	isVerified: boolean;
	autoDiagram: boolean | null;
	diagram: string | null;
	crew: string | null;
}

/** The first that applies: the page that asked for a sign-in, an address to verify, the automatic diagram, the account. */
export function landingOf(profile: Profile, redirectTo?: string): string {
	if (redirectTo) return redirectTo;
	if (!profile.isVerified) return "/auth/verify-email";
	return automaticPageOf(profile) ?? "/auth/my-account";
}

/** With the switch on: the saved diagram, or, while none is chosen, where to choose it. */
export function automaticPageOf({
	autoDiagram,
	diagram,
	crew,
}: Omit<Profile, "isVerified">): string | undefined {
	if (!autoDiagram) return undefined;
	if (!diagram) return "/auth/my-account/edit-profile?elegir=diagrama";
	return crew ? `/diagrams/${diagram}?crew=${crew}` : `/diagrams/${diagram}`;
}
