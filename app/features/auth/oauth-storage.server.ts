import { createCookieSessionStorage } from "@remix-run/node";
import { googleCookieName } from "~/lib/cookies.server";
import { isHttps } from "~/lib/env.server";
import { sessionSecrets } from "~/lib/secrets.server";

const TEN_MINUTES_S = 600;

/** What remix-auth keeps between the two halves of a sign-in at a provider: a short signed cookie, used once. */
export const oauthStorage = createCookieSessionStorage({
	cookie: {
		name: googleCookieName,
		secrets: sessionSecrets,
		path: "/",
		httpOnly: true,
		sameSite: "lax",
		secure: isHttps,
		maxAge: TEN_MINUTES_S,
	},
});
