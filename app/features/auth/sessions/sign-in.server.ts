import { Authenticator, AuthorizationError } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { oauthStorage } from "~/features/auth/google/oauth-storage.server";
import { verifyPassword } from "~/features/auth/passwords/password-hash.server";
import { BusyError } from "~/features/auth/passwords/password-queue.server";
import { giveBack, takeAttempt } from "~/features/auth/rate-limits/attempts.server";
import { findDevice } from "~/features/auth/rate-limits/known-devices.server";
import { loginLimits, signInLimits } from "~/features/auth/rate-limits/limits.server";
import { findCredentials } from "~/features/auth/users.server";
import { clientAddressOf } from "~/lib/http/client.server";

/** Why nobody was signed in. One reason for every wrong combination: unknown person, wrong password, account of Google. */
export class SignInError extends Error {
	constructor(
		readonly reason: "wrong" | "limited" | "busy",
		/** Seconds after which it may work. */
		readonly retryAfterS = 5,
	) {
		super(reason);
	}
}

/** remix-auth says who somebody is, by the person's id; sessions are opened by our own code. */
export const authenticator = new Authenticator<string>(oauthStorage);

authenticator.use(
	new FormStrategy(({ form, request }) =>
		signIn(String(form.get("email")), String(form.get("password")), request),
	),
	"form",
);

/**
 * Checks an address and a password that the login's schema has accepted.
 * @returns the id of the person
 * @throws SignInError
 */
export async function signInByForm(
	request: Request,
	{ email, password }: { email: string; password: string },
): Promise<string> {
	const formData = new FormData();
	formData.append("email", email);
	formData.append("password", password);
	try {
		// The body has been read, within its bounds: the strategy takes the form from its context.
		const unread = new Request(request.url, { headers: request.headers });
		return await authenticator.authenticate("form", unread, {
			throwOnError: true,
			context: { formData },
		});
	} catch (error) {
		throw error instanceof AuthorizationError && error.cause ? error.cause : error;
	}
}

async function signIn(email: string, password: string, request: Request): Promise<string> {
	const credentials = await findCredentials(email);
	const knownDevice = credentials && (await findDevice(request, credentials.userId));
	const clientAddress = clientAddressOf(request);
	const wrong = loginLimits({ email, clientAddress, knownDevice });
	const right = signInLimits({ email, clientAddress });
	// Both before the work, since nobody knows yet which of them it counts for.
	const attempt = await takeAttempt([...wrong, ...right]);
	if (!attempt.allowed) throw new SignInError("limited", attempt.retryAfterS);
	const hash = credentials?.passwordHash ?? null;
	let uncounted = [...wrong, ...right];
	try {
		// Without an account it works as long, against nobody's hash.
		const isRight = await verifyPassword(hash, password, { account: email, clientAddress });
		uncounted = isRight ? wrong : right;
		if (!credentials || !isRight) throw new SignInError("wrong");
		return credentials.userId;
	} catch (error) {
		// Nothing has been tried.
		throw error instanceof BusyError ? new SignInError("busy") : error;
	} finally {
		await giveBack(uncounted);
	}
}
