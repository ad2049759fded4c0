import type { Submission } from "@conform-to/react";
import { Authenticator, AuthorizationError } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { isGoogleConfigured } from "~/features/auth/google/google-settings.server";
import { oauthStorage } from "~/features/auth/google/oauth-storage.server";
import { type FailedCheck, tryPassword } from "~/features/auth/passwords/check-password.server";
import { failedCheck } from "~/features/auth/passwords/failed-check.server";
import { signInLimits } from "~/features/auth/rate-limits/limits.server";
import { findCredentials } from "~/features/auth/users.server";
import { requestContext } from "~/lib/http/request-context.server";

/** "wrong" covers an unknown address, a wrong password and an account without a password. */
export type SignIn = { status: "right"; userId: string } | FailedCheck;

/** remix-auth only identifies the user; `openSession` creates the session. */
const authenticator = new Authenticator<SignIn>(oauthStorage).use(
	new FormStrategy(({ form, request }) =>
		signIn(request, String(form.get("email")), String(form.get("password"))),
	),
	"form",
);

/** Checks an e-mail address and a password that `loginSchema` has accepted. */
export async function signInByForm(
	request: Request,
	{ email, password }: { email: string; password: string },
): Promise<SignIn> {
	const formData = new FormData();
	formData.append("email", email);
	formData.append("password", password);
	try {
		// The request's body is already read, so the strategy takes the form from its context.
		const unread = new Request(request.url, { headers: request.headers });
		return await authenticator.authenticate("form", unread, { throwOnError: true, context: { formData } });
	} catch (error) {
		throw error instanceof AuthorizationError && error.cause ? error.cause : error;
	}
}

async function signIn(request: Request, email: string, password: string): Promise<SignIn> {
	const credentials = await findCredentials(email);
	const candidate = {
		userId: credentials?.userId,
		email,
		passwordHash: credentials?.passwordHash ?? null,
	};
	const limits = signInLimits({ email, clientAddress: requestContext().clientAddress });
	const check = await tryPassword(request, candidate, password, limits);
	if (check.status !== "right") return check;
	return credentials ? { status: "right", userId: credentials.userId } : { status: "wrong" };
}

/** Shows the login form again after a failed sign-in. Its text does not reveal which addresses have an account. */
export function failedSignIn<Fields, Value>(
	submission: Submission<Fields, string[], Value>,
	failure: FailedCheck,
) {
	return failedCheck(submission, failure, { formErrors: [WRONG] });
}

const WRONG = isGoogleConfigured
	? "El correo o la contraseña no son correctos. Si entrás con Google, usá el botón de Google."
	: "El correo o la contraseña no son correctos.";
