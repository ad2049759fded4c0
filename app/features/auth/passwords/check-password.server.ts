import type { Submission } from "@conform-to/react";
import {
	giveBack,
	type Limit,
	type LimitedAttempt,
	loginLimits,
	takeAttempt,
} from "~/features/auth/rate-limits/attempts.server";
import { findDevice } from "~/features/auth/rate-limits/known-devices.server";
import { findCredentials } from "~/features/auth/users.server";
import { counted } from "~/lib/counted";
import { invalid } from "~/lib/forms/form.server";
import { requestContext } from "~/lib/http/request-context.server";
import type { Proof } from "./credentials.server";
import { unlessBusy, verifyPassword } from "./password-hash.server";

export type PasswordCheck = ({ status: "right"; passwordHash: string } & Proof) | FailedCheck;

/**
 * Result of a failed password check. "wrong" means an unknown e-mail address, a wrong password or an account without a
 * password. "busy" means that the queue of password checks is full; the attempt then counts towards no rate limit.
 */
export type FailedCheck = { status: "wrong" | "busy" } | LimitedAttempt;

/**
 * Checks a password, unless a rate limit on wrong passwords (`loginLimits`) or one of `rightLimits` is reached. For an
 * unknown account, the check takes the same time and fails.
 * @param rightLimits rate limits on right passwords; none by default
 */
export async function checkPassword(
	request: Request,
	{ email, password }: { email: string; password: string },
	rightLimits: Limit[] = [],
): Promise<PasswordCheck> {
	const clientAddress = requestContext().clientAddress;
	const known = await findCredentials(email);
	const knownDevice = await findDevice(request, email);
	const wrongLimits = loginLimits({ email, clientAddress, knownDevice });
	// Counts the attempt towards all limits before the check, because parallel attempts could otherwise exceed a limit.
	// After the check, `uncounted` are the limits towards which the attempt does not count.
	const attempt = await takeAttempt([...wrongLimits, ...rightLimits]);
	if (attempt.status === "limited") return attempt;
	let uncounted = [...wrongLimits, ...rightLimits];
	try {
		const passwordHash = known?.passwordHash ?? null;
		const isRight = await unlessBusy(verifyPassword(passwordHash, password, email));
		if (isRight === undefined) return { status: "busy" };
		uncounted = isRight ? wrongLimits : rightLimits;
		return known && passwordHash && isRight
			? { status: "right", userId: known.userId, passwordHash }
			: { status: "wrong" };
	} finally {
		await giveBack(uncounted);
	}
}

/**
 * Shows a form again after a failed password check: status 400 for a wrong password, 429 over the rate limit, 503
 * when too many password checks are already waiting.
 */
export function failedCheck(
	submission: Submission<unknown>,
	failure: FailedCheck,
	errors: { formErrors: string[] } | { fieldErrors: Record<string, string[]> },
) {
	if (failure.status === "limited") return tooManyAttempts(submission, failure);
	return failure.status === "busy" ? tooBusy(submission) : invalid(submission, errors);
}

/** Shows a form again when too many password checks are waiting: status 503 with a Retry-After header. */
export function tooBusy(submission: Submission<unknown>) {
	return invalid(submission, {
		formErrors: [BUSY],
		status: 503,
		headers: { "Retry-After": "5" },
	});
}

/** Shows a form again with the time to wait before the next attempt: status 429 with a Retry-After header. */
export function tooManyAttempts(submission: Submission<unknown>, { retryAfterS }: LimitedAttempt) {
	const headers = { "Retry-After": String(retryAfterS) };
	return invalid(submission, { formErrors: [tooManyText(retryAfterS)], status: 429, headers });
}

/** Says after which time the next attempt is allowed. */
export function tooManyText(retryAfterS: number): string {
	const wait =
		retryAfterS < 60 ? counted(retryAfterS, "segundo") : counted(Math.ceil(retryAfterS / 60), "minuto");
	return `Hubo demasiados intentos. Esperá ${wait} y probá de nuevo.`;
}

/** Said when too many password checks are waiting. */
export const BUSY = "Hay mucha gente ingresando en este momento. Esperá unos segundos y probá de nuevo.";
