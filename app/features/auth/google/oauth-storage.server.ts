import { createHmac } from "node:crypto";
import { createCookieSessionStorage } from "@remix-run/node";
import { isHttps } from "~/lib/env.server";
import { googleCookieName } from "~/lib/http/cookies.server";
import { sessionSecrets } from "~/lib/secrets.server";

/** How long a sign-in at Google may take, in seconds. */
export const OAUTH_S = 600;

/**
 * The signed cookie in which remix-auth keeps the state of a sign-in at Google; used once. It has secrets of its own,
 * because Remix's signature does not cover the cookie's name: otherwise another signed cookie could pass for this one.
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
