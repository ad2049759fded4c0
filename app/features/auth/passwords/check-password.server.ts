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

/** "busy": the password queue is full, so the password was not checked and the attempt does not count. */
export type FailedCheck = { status: "wrong" | "busy" } | LimitedAttempt;

/** The account whose password is checked. Without a user the check takes the same time and always fails. */
interface Candidate {
	userId: string | undefined;
	email: string;
	passwordHash: string | null;
}

/**
 * Asks a signed-in or mail-verified user for the password. The login's rate limits apply, so that nobody can guess the
 * password through an open session or a mailed link.
 */
export async function checkPassword(
	request: Request,
	{ id, email }: { id: string; email: string },
	password: string,
): Promise<PasswordCheck> {
	return tryPassword(request, { userId: id, email, passwordHash: await findPasswordHash(id) }, password);
}

/**
 * Checks a password.
 * @param rightLimits the limits that a right password counts against; a wrong one counts against `loginLimits`
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
	// Tokens are taken from both groups first; the result decides which group gets its tokens back.
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
