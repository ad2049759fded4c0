import { findPasskey, updateSignCount } from "~/features/auth/passkeys.server";
import type { Proof } from "~/features/auth/passwords/credentials.server";
import {
	giveBack,
	type LimitedAttempt,
	limitOf,
	signInLimits,
	takeAttempt,
} from "~/features/auth/rate-limits/attempts.server";
import { requestContext } from "~/lib/http/request-context.server";
import { logEvent } from "~/lib/log.server";
import { checkSigned, readSigned, spendChallenge } from "./passkey-ceremonies.server";

/** "stale": the browser has no challenge, or an old or used one. */
export type PasskeyCheck = ({ status: "right" } & Proof) | { status: "wrong" | "stale" } | LimitedAttempt;

/**
 * Checks the answer of a browser that was asked for a passkey; `signBrowserIn` opens the session. Counts attempts as
 * `checkPassword` does: before the check, and afterwards only towards the limits that apply.
 */
export async function checkPasskey(request: Request, passkey: string): Promise<PasskeyCheck> {
	const answer = readSigned(passkey);
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
		return { status: "right", userId: known.userId, passkey: known.id };
	} finally {
		await giveBack(uncounted);
	}
}
