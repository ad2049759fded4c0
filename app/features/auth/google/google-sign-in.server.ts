import { Authenticator, AuthorizationError } from "remix-auth";
import * as z from "zod";
import { env, publicOrigin } from "~/lib/env.server";
import { requestContext } from "~/lib/http/request-context.server";
import { makeToken } from "~/lib/secret-token.server";
import { GoogleError } from "./google-error";
import { type GoogleIdentity, StrictGoogleStrategy } from "./google-strategy.server";
import { OAUTH_S, oauthStorage } from "./oauth-storage.server";

const CALLBACK_URL = `${publicOrigin}/auth/google/callback`;
/** Maximum length of `redirectTo` in UTF-16 units, so that this path fits into the cookie of the sign-in. */
const MAX_RETURN_PATH_LENGTH = 1000;

/** Data in the cookie of a sign-in with Google, in addition to the OAuth state of the package remix-auth. */
const startedSchema = z.object({
	verifier: z.string(),
	/**
	 * Expiry in UTC milliseconds. The server checks this time, because a browser may send a copied cookie after its
	 * expiry.
	 */
	expiresAt: z.number(),
	redirectTo: z.string().optional(),
});

export type StartedSignIn = z.infer<typeof startedSchema>;

/**
 * Starts a sign-in with Google.
 * @param redirectTo path of the page that required the sign-in, validated by `returnPath`
 * @returns the redirect to Google
 */
export async function startGoogle(redirectTo: string | undefined): Promise<Response> {
	const verifier = makeToken();
	const session = await oauthStorage.getSession();
	session.set("verifier", verifier);
	session.set("expiresAt", Date.now() + OAUTH_S * 1000);
	if (redirectTo && redirectTo.length <= MAX_RETURN_PATH_LENGTH) session.set("redirectTo", redirectTo);
	// remix-auth reads the session from the request's cookie, and adds the OAuth state to the session.
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

/** Returns the sign-in with Google that this browser started in the last ten minutes, if any. */
export async function findStarted(request: Request): Promise<StartedSignIn | undefined> {
	const session = await oauthStorage.getSession(request.headers.get("Cookie"));
	const started = startedSchema.safeParse(session.data);
	return started.success && started.data.expiresAt > Date.now() ? started.data : undefined;
}

/**
 * Identifies the Google account of a user who returns from Google to the callback URL.
 * @throws GoogleError with the reason why the sign-in failed
 */
export async function identify(request: Request, { verifier }: StartedSignIn): Promise<GoogleIdentity> {
	const { search, searchParams } = requestContext().url;
	// remix-auth-google recognises the callback only by this exact URL.
	const returned = new Request(CALLBACK_URL + search, { headers: request.headers });
	try {
		return await authenticatorWith(verifier).authenticate("google", returned, { throwOnError: true });
	} catch (error) {
		if (!(error instanceof AuthorizationError)) throw error;
		if (error.cause instanceof GoogleError) throw error.cause;
		// With the error "Missing code." the OAuth state is right, but Google sent no code. With any other error the state is
		// wrong.
		if (error.message !== "Missing code.") throw new GoogleError("stranger");
		throw new GoogleError(searchParams.get("error") === "access_denied" ? "declined" : "failed", error);
	}
}

/** An authenticator serves only one sign-in, because it contains that sign-in's PKCE code verifier. */
function authenticatorWith(verifier: string): Authenticator<GoogleIdentity> {
	const { GOOGLE_CLIENT_ID: clientID, GOOGLE_CLIENT_SECRET: clientSecret } = env;
	if (!clientID || !clientSecret) throw new Error("Google is not configured");
	const keys = { clientID, clientSecret, callbackURL: CALLBACK_URL, verifier };
	const strategy = new StrictGoogleStrategy(keys);
	return new Authenticator<GoogleIdentity>(oauthStorage).use(strategy, "google");
}
