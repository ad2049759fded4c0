import { env } from "~/lib/env.server";

/** The operator's keys from Google's console. The environment must set both or neither. */
export const googleKeys =
	env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
		? { clientID: env.GOOGLE_CLIENT_ID, clientSecret: env.GOOGLE_CLIENT_SECRET }
		: undefined;

/** Whether the keys are set. Without them no page shows the Google button. */
export const isGoogleConfigured = googleKeys !== undefined;
