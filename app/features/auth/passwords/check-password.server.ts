import {
	giveBack,
	type Limit,
	type LimitedAttempt,
	takeAttempt,
} from "~/features/auth/rate-limits/attempts.server";
import { findDevice } from "~/features/auth/rate-limits/known-devices.server";
import { loginLimits } from "~/features/auth/rate-limits/limits.server";
import { findPasswordHash } from "~/features/auth/users.server";
import { requestContext } from "~/lib/http/request-context.server";
import { unlessBusy, verifyPassword } from "./password-hash.server";

export type PasswordCheck = { status: "right" } | FailedCheck;

/**
 * Result of a failed password check. "busy" means that the queue of password checks is full; the attempt then counts
 * towards no rate limit.
 */
export type FailedCheck = { status: "wrong" | "busy" } | LimitedAttempt;

/**
 * The account whose password is checked. For an unknown account (`userId` undefined), the check takes the same time and
 * fails.
 */
interface Candidate {
	userId: string | undefined;
	email: string;
	passwordHash: string | null;
}

/**
 * Checks the password of a user who is signed in or has opened a mailed link, within the rate limits of the login.
 */
export async function checkPassword(
	request: Request,
	{ id, email }: { id: string; email: string },
	password: string,
): Promise<PasswordCheck> {
	return tryPassword(request, { userId: id, email, passwordHash: await findPasswordHash(id) }, password);
}

/**
 * Checks a password, unless a rate limit on wrong passwords (`loginLimits`) or one of `rightLimits` is reached.
 * @param rightLimits rate limits on right passwords; none by default
 */
export async function tryPassword(
	request: Request,
	{ userId, email, passwordHash }: Candidate,
	password: string,
	rightLimits: Limit[] = [],
): Promise<PasswordCheck> {
	const clientAddress = requestContext().clientAddress;
	const knownDevice = userId ? await findDevice(request, userId) : undefined;
	const wrongLimits = loginLimits({ email, clientAddress, knownDevice });
	// Counts the attempt towards all limits before the check, because parallel attempts could otherwise exceed a limit.
	// After the check, `uncounted` are the limits towards which the attempt does not count.
	const attempt = await takeAttempt([...wrongLimits, ...rightLimits]);
	if (attempt.status === "limited") return attempt;
	let uncounted = [...wrongLimits, ...rightLimits];
	try {
		const isRight = await unlessBusy(
			verifyPassword(passwordHash, password, { account: email, clientAddress }),
		);
		if (isRight === undefined) return { status: "busy" };
		uncounted = isRight ? wrongLimits : rightLimits;
		return { status: isRight ? "right" : "wrong" };
	} finally {
		if (uncounted.length > 0) await giveBack(uncounted);
	}
}
