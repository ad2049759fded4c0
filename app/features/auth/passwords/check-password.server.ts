import {
	giveBack,
	type Limit,
	type LimitedAttempt,
	takeAttempt,
} from "~/features/auth/rate-limits/attempts.server";
import { findDevice } from "~/features/auth/rate-limits/known-devices.server";
import { loginLimits } from "~/features/auth/rate-limits/limits.server";
import { findCredentials } from "~/features/auth/users.server";
import { requestContext } from "~/lib/http/request-context.server";
import { unlessBusy, verifyPassword } from "./password-hash.server";

export type PasswordCheck = { status: "right"; userId: string } | FailedCheck;

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
	const knownDevice = known && (await findDevice(request, known.userId));
	const wrongLimits = loginLimits({ email, clientAddress, knownDevice });
	// Counts the attempt towards all limits before the check, because parallel attempts could otherwise exceed a limit.
	// After the check, `uncounted` are the limits towards which the attempt does not count.
	const attempt = await takeAttempt([...wrongLimits, ...rightLimits]);
	if (attempt.status === "limited") return attempt;
	let uncounted = [...wrongLimits, ...rightLimits];
	try {
		const isRight = await unlessBusy(
			verifyPassword(known?.passwordHash ?? null, password, { account: email, clientAddress }),
		);
		if (isRight === undefined) return { status: "busy" };
		uncounted = isRight ? wrongLimits : rightLimits;
		return known && isRight ? { status: "right", userId: known.userId } : { status: "wrong" };
	} finally {
		if (uncounted.length > 0) await giveBack(uncounted);
	}
}
