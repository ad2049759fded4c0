import { env } from "~/lib/env.server";

/** What the operator got from Google's console; undefined without. The settings take both or none. */
export const googleKeys =
	env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
		? { clientID: env.GOOGLE_CLIENT_ID, clientSecret: env.GOOGLE_CLIENT_SECRET }
		: undefined;

/** Whether the operator has given Google's keys; without them no page shows the button. */
export const isGoogleConfigured = googleKeys !== undefined;
