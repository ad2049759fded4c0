import { env } from "~/lib/env.server";

/** Whether the operator has given Google's keys; without them no page shows the button. */
export const isGoogleConfigured = env.GOOGLE_CLIENT_ID !== undefined;
