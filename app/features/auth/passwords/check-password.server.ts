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

/** "busy": the password queue is full. The password was not tried, and no attempt counts. */
export type FailedCheck = { status: "wrong" | "busy" } | LimitedAttempt;

/** Whose password is checked; without a user the check takes as long and is never right. */
interface Candidate {
	userId: string | undefined;
	email: string;
	passwordHash: string | null;
}

/**
 * Checks the password of a user again. It has the rate limits of the login, so that an open session or a mailed link
 * does not let anybody guess the password.
 */
export async function checkPassword(
	request: Request,
	{ id, email }: { id: string; email: string },
	password: string,
): Promise<PasswordCheck> {
	return tryPassword(request, { userId: id, email, passwordHash: await findPasswordHash(id) }, password);
}

/** @param rightLimits what a right password counts against; a wrong one counts against `loginLimits` */
export async function tryPassword(
	request: Request,
	{ userId, email, passwordHash }: Candidate,
	password: string,
	rightLimits: Limit[] = [],
): Promise<PasswordCheck> {
	const clientAddress = requestContext().clientAddress;
	const knownDevice = userId ? await findDevice(request, userId) : undefined;
	const wrongLimits = loginLimits({ email, clientAddress, knownDevice });
	// Both are taken first, because the result decides which of them is given back.
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
