import { env } from "~/lib/env.server";

/**
 * OAuth client id and secret, which the operator gets from Google's console. The environment must set both or
 * neither.
 */
export const googleKeys =
	env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
		? { clientID: env.GOOGLE_CLIENT_ID, clientSecret: env.GOOGLE_CLIENT_SECRET }
		: undefined;

/** Whether the operator has configured the sign-in with Google. Otherwise no page shows the Google button. */
export const isGoogleConfigured = googleKeys !== undefined;
