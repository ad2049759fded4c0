import { createHmac } from "node:crypto";
import { createCookieSessionStorage } from "@remix-run/node";
import { cookieAttributes, cookieName } from "~/lib/http/cookies.server";
import { sessionSecrets } from "~/lib/secrets.server";

/** Time limit for a sign-in at Google, in seconds. */
export const OAUTH_S = 600;

/**
 * Cookie with the state of one sign-in with Google. The cookie has its own signing secrets: signatures do not cover the
 * cookie's name, so otherwise the signed value of another cookie would be valid here.
 */
export const oauthStorage = createCookieSessionStorage({
	cookie: {
		name: cookieName("google"),
		secrets: sessionSecrets().map((secret) =>
			createHmac("sha256", secret).update("oauth").digest("base64url"),
		),
		...cookieAttributes,
		maxAge: OAUTH_S,
	},
});
