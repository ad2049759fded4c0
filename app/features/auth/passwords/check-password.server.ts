import { type Attempt, giveBack, takeAttempt } from "~/features/auth/rate-limits/attempts.server";
import { findDevice } from "~/features/auth/rate-limits/known-devices.server";
import { loginLimits } from "~/features/auth/rate-limits/limits.server";
import { findPasswordHash } from "~/features/auth/users.server";
import { clientAddressOf } from "~/lib/http/client.server";
import { verifyPassword } from "./password-hash.server";

/**
 * Checks the password of a known person, with the limits of the login: whoever finds an open session, or a mailed
 * link, must not be able to guess it from there.
 * @throws BusyError when too many passwords are being worked on; then nothing has been counted
 */
export async function checkPassword(
	request: Request,
	{ id, email }: { id: string; email: string },
	password: string,
): Promise<"right" | "wrong" | Extract<Attempt, { allowed: false }>> {
	const knownDevice = await findDevice(request, id);
	const clientAddress = clientAddressOf(request);
	const limits = loginLimits({ email, clientAddress, knownDevice });
	const attempt = await takeAttempt(limits);
	if (!attempt.allowed) return attempt;
	let isWrong = false;
	try {
		const hash = await findPasswordHash(id);
		isWrong = !(await verifyPassword(hash, password, { account: email, clientAddress }));
		return isWrong ? "wrong" : "right";
	} finally {
		// Neither a right one counts nor one that could not be tried.
		if (!isWrong) await giveBack(limits);
	}
}
