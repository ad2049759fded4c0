import type { SessionStorage } from "@remix-run/node";
import { type AuthenticateOptions, Authenticator, AuthorizationError, Strategy } from "remix-auth";
import { oauthStorage } from "~/features/auth/google/oauth-storage.server";
import { findPasskey, updateSignCount } from "~/features/auth/passkeys.server";
import {
	giveBack,
	type LimitedAttempt,
	limitOf,
	signInLimits,
	takeAttempt,
} from "~/features/auth/rate-limits/attempts.server";
import { requestContext } from "~/lib/http/request-context.server";
import { logEvent } from "~/lib/log.server";
import { spendChallenge } from "./challenges.server";
import { checkSigned, readSigned, type SignedAnswer } from "./passkey-ceremonies.server";

/** "stale": the browser has no challenge, or an old or used one. */
export type PasskeyCheck =
	| { status: "right"; userId: string }
	| { status: "wrong" | "stale" }
	| LimitedAttempt;

interface SentPasskey {
	request: Request;
	answer: SignedAnswer | undefined;
}

/** Strategy for remix-auth: the user is whose passkey has signed this browser's challenge. */
class PasskeyStrategy extends Strategy<PasskeyCheck, SentPasskey> {
	name = "passkey";

	async authenticate(
		request: Request,
		storage: SessionStorage,
		options: AuthenticateOptions,
	): Promise<PasskeyCheck> {
		const answer = readSigned(String(options.context?.passkey));
		try {
			return this.success(await this.verify({ request, answer }), request, storage, options);
		} catch (error) {
			if (!(error instanceof Error)) throw error;
			return this.failure(error.message, request, storage, options, error);
		}
	}
}

const authenticator = new Authenticator<PasskeyCheck>(oauthStorage).use(new PasskeyStrategy(checkPasskey));

/** Checks the answer of a browser that was asked for a passkey. `signBrowserIn` opens the session. */
export async function signInByPasskey(request: Request, passkey: string): Promise<PasskeyCheck> {
	try {
		const unread = new Request(request.url, { headers: request.headers });
		return await authenticator.authenticate("passkey", unread, { throwOnError: true, context: { passkey } });
	} catch (error) {
		throw error instanceof AuthorizationError && error.cause ? error.cause : error;
	}
}

/** Counts attempts as `checkPassword` does: before the check, and afterwards only towards the limits that apply. */
async function checkPasskey({ request, answer }: SentPasskey): Promise<PasskeyCheck> {
	const { clientAddress } = requestContext();
	const known = answer && (await findPasskey(answer.id));
	const wrongLimits = [limitOf("login-address", clientAddress)];
	const rightLimits = known ? signInLimits({ email: known.email, clientAddress }) : [];
	const attempt = await takeAttempt([...wrongLimits, ...rightLimits]);
	if (attempt.status === "limited") return attempt;
	let uncounted = rightLimits;
	try {
		const challenge = await spendChallenge(request, "sign-in");
		if (!challenge) return { status: "stale" };
		const signCount = known && answer && (await checkSigned(known, answer, challenge));
		if (!known || signCount === undefined) {
			logEvent("passkey_refused", { isKnown: known !== undefined });
			return { status: "wrong" };
		}
		await updateSignCount(known.id, signCount);
		uncounted = wrongLimits;
		return { status: "right", userId: known.userId };
	} finally {
		if (uncounted.length > 0) await giveBack(uncounted);
	}
}
