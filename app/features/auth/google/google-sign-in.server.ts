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
/** A longer one would make the cookie larger than browsers keep: such a person goes to the account. */
const LONGEST_RETURN = 1000;

/** What the cookie holds beside remix-auth's own state. */
const startedSchema = z.object({
	verifier: z.string(),
	/** UTC milliseconds. A browser ends the cookie by itself; a copy of it does not. */
	expiresAt: z.number(),
	redirectTo: z.string().optional(),
});

export type StartedSignIn = z.infer<typeof startedSchema>;

/**
 * Sends the browser to Google.
 * @param redirectTo the page that had asked for the sign-in, as `returnPath` gives it
 */
export async function startGoogle(redirectTo: string | undefined, now = Date.now()): Promise<Response> {
	const verifier = makeToken();
	const session = await oauthStorage.getSession();
	session.set("verifier", verifier);
	session.set("expiresAt", now + OAUTH_S * 1000);
	if (redirectTo && redirectTo.length <= LONGEST_RETURN) session.set("redirectTo", redirectTo);
	// The strategy adds its state to the session that the request brings.
	const Cookie = await oauthStorage.commitSession(session);
	const request = new Request(`${publicOrigin}/auth/google`, { headers: { Cookie } });
	try {
		await authenticatorWith(verifier).authenticate("google", request);
	} catch (answer) {
		if (answer instanceof Response) return answer;
		throw answer;
	}
	throw new Error("The strategy did not send the browser on");
}

/** The sign-in that began in this browser, if one did in the last ten minutes. */
export async function findStarted(request: Request, now = Date.now()): Promise<StartedSignIn | undefined> {
	const session = await oauthStorage.getSession(request.headers.get("Cookie"));
	const started = startedSchema.safeParse(session.data);
	return started.success && started.data.expiresAt > now ? started.data : undefined;
}

/**
 * Who came back from Google.
 * @throws GoogleError
 */
export async function identify(request: Request, { verifier }: StartedSignIn): Promise<GoogleIdentity> {
	const { search, searchParams } = requestContext().url;
	// In any other spelling of the address the strategy would begin anew.
	const returned = new Request(CALLBACK_URL + search, { headers: request.headers });
	try {
		return await authenticatorWith(verifier).authenticate("google", returned, { throwOnError: true });
	} catch (error) {
		if (!(error instanceof AuthorizationError)) throw error;
		if (error.cause instanceof GoogleError) throw error.cause;
		// The strategy looks for a code when the state is right.
		if (error.message !== "Missing code.") throw new GoogleError("stranger");
		throw new GoogleError(searchParams.get("error") === "access_denied" ? "declined" : "failed", error);
	}
}

/** remix-auth with a strategy of its own for each sign-in: its verifier is nobody else's. */
function authenticatorWith(verifier: string): Authenticator<GoogleIdentity> {
	if (!googleKeys) throw new Error("Google is not configured");
	const strategy = new StrictGoogleStrategy({ ...googleKeys, callbackURL: CALLBACK_URL, verifier });
	return new Authenticator<GoogleIdentity>(oauthStorage).use(strategy, "google");
}
