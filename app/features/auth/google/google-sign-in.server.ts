import { Authenticator, AuthorizationError } from "remix-auth";
import { z } from "zod";
import { publicOrigin } from "~/lib/env.server";
import { requestContext } from "~/lib/http/request-context.server";
import { makeToken } from "~/lib/secret-token.server";
import { GoogleError } from "./google-error";
import { googleKeys } from "./google-settings.server";
import { type GoogleIdentity, StrictGoogleStrategy } from "./google-strategy.server";
import { OAUTH_S, oauthStorage } from "./oauth-storage.server";

const CALLBACK_URL = `${publicOrigin}/auth/google/callback`;
/**
 * In UTF-16 units. A longer path would exceed the size of a cookie, so it is dropped, and the sign-in leads to the
 * account.
 */
const MAX_RETURN_PATH_LENGTH = 1000;

/** What the cookie stores besides remix-auth's own state. */
const startedSchema = z.object({
	verifier: z.string(),
	/** UTC milliseconds. Checked here, because a copied cookie does not expire by itself. */
	expiresAt: z.number(),
	redirectTo: z.string().optional(),
});

export type StartedSignIn = z.infer<typeof startedSchema>;

/**
 * Redirects the browser to Google.
 * @param redirectTo page that required the sign-in, as `returnPath` returns it
 */
export async function startGoogle(redirectTo: string | undefined, now = Date.now()): Promise<Response> {
	const verifier = makeToken();
	const session = await oauthStorage.getSession();
	session.set("verifier", verifier);
	session.set("expiresAt", now + OAUTH_S * 1000);
	if (redirectTo && redirectTo.length <= MAX_RETURN_PATH_LENGTH) session.set("redirectTo", redirectTo);
	// The strategy stores its state in the request's session.
	const Cookie = await oauthStorage.commitSession(session);
	const request = new Request(`${publicOrigin}/auth/google`, { headers: { Cookie } });
	try {
		await authenticatorWith(verifier).authenticate("google", request);
	} catch (thrown) {
		if (thrown instanceof Response) return thrown;
		throw thrown;
	}
	throw new Error("The strategy did not redirect to Google");
}

/** The sign-in that this browser began in the last ten minutes, if any. */
export async function findStarted(request: Request, now = Date.now()): Promise<StartedSignIn | undefined> {
	const session = await oauthStorage.getSession(request.headers.get("Cookie"));
	const started = startedSchema.safeParse(session.data);
	return started.success && started.data.expiresAt > now ? started.data : undefined;
}

/**
 * The Google account in the request of the callback.
 * @throws GoogleError
 */
export async function identify(request: Request, { verifier }: StartedSignIn): Promise<GoogleIdentity> {
	const { search, searchParams } = requestContext().url;
	// The strategy recognises its callback by this exact URL; at any other URL it would start a new sign-in.
	const returned = new Request(CALLBACK_URL + search, { headers: request.headers });
	try {
		return await authenticatorWith(verifier).authenticate("google", returned, { throwOnError: true });
	} catch (error) {
		if (!(error instanceof AuthorizationError)) throw error;
		if (error.cause instanceof GoogleError) throw error.cause;
		// The strategy checks the state first, then looks for a code.
		if (error.message !== "Missing code.") throw new GoogleError("stranger");
		throw new GoogleError(searchParams.get("error") === "access_denied" ? "declined" : "failed", error);
	}
}

/** Creates an authenticator for each sign-in, because the strategy holds its code verifier. */
function authenticatorWith(verifier: string): Authenticator<GoogleIdentity> {
	if (!googleKeys) throw new Error("Google is not configured");
	const strategy = new StrictGoogleStrategy({ ...googleKeys, callbackURL: CALLBACK_URL, verifier });
	return new Authenticator<GoogleIdentity>(oauthStorage).use(strategy, "google");
}
