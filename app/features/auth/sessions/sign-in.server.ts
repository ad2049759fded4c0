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

/**
 * Result of a sign-in by password. "wrong" means an unknown e-mail address, a wrong password or an account without a
 * password.
 */
export type SignIn = { status: "right"; userId: string } | FailedCheck;

/** The package remix-auth only identifies the user; `openSession` creates the session. */
const authenticator = new Authenticator<SignIn>(oauthStorage).use(
	new FormStrategy(({ form, request }) =>
		signIn(request, String(form.get("email")), String(form.get("password"))),
	),
	"form",
);

/** Checks the e-mail address and password of a login form that `loginSchema` has validated. */
export async function signInByForm(
	request: Request,
	{ email, password }: { email: string; password: string },
): Promise<SignIn> {
	const formData = new FormData();
	formData.append("email", email);
	formData.append("password", password);
	try {
		// The body is already read, so remix-auth gets the fields from `context`.
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

/**
 * Shows a form with sign-in fields again after a failed sign-in. The error message does not reveal which addresses have
 * an account.
 */
export function failedSignIn<Fields, Value>(
	submission: Submission<Fields, string[], Value>,
	failure: FailedCheck,
) {
	return failedCheck(submission, failure, { formErrors: [WRONG] });
}

const WRONG = isGoogleConfigured
	? "El correo o la contraseña no son correctos. Si ingresás con Google, usá el botón de Google."
	: "El correo o la contraseña no son correctos.";
