import { createHmac } from "node:crypto";
import { createCookieSessionStorage } from "@remix-run/node";
import { isHttps } from "~/lib/env.server";
import { googleCookieName } from "~/lib/http/cookies.server";
import { sessionSecrets } from "~/lib/secrets.server";

/** How long a sign-in at a provider may take, in seconds. */
export const OAUTH_S = 600;

/**
 * What remix-auth keeps between the two halves of a sign-in at a provider: a short signed cookie, used once.
 * Remix signs a value without the name of its cookie. remix-auth believes whatever this one holds, so its secrets are
 * its own: no other cookie of ours, sent under this name, passes for it.
 */
export const oauthStorage = createCookieSessionStorage({
	cookie: {
		name: googleCookieName,
		secrets: sessionSecrets.map((secret) => createHmac("sha256", secret).update("oauth").digest("base64url")),
		path: "/",
		httpOnly: true,
		sameSite: "lax",
		secure: isHttps,
		maxAge: OAUTH_S,
	},
});
