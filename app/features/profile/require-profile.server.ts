import { findSessionUser, loginRedirect, requireUser } from "~/features/auth/sessions/sessions.server";
import type { User } from "~/features/auth/users.server";
import { findProfile, type Profile } from "./profiles.server";

/**
 * Returns the signed-in user with the profile.
 * @throws Response redirect to the login page, also for a deleted account
 */
export async function requireProfile(request: Request): Promise<{ user: User; profile: Profile }> {
	const user = await requireUser(request);
	const profile = await findProfile(user.id);
	if (!profile) throw await loginRedirect(request);
	return { user, profile };
}

/** The signed-in user's profile; undefined for a visitor. */
export async function findOwnProfile(request: Request): Promise<(Profile & { userId: string }) | undefined> {
	const user = await findSessionUser(request);
	const profile = user && (await findProfile(user.id));
	return user && profile && { ...profile, userId: user.id };
}
