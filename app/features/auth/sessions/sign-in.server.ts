import type { Submission } from "@conform-to/react";
import { Authenticator, AuthorizationError } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { oauthStorage } from "~/features/auth/google/oauth-storage.server";
import {
	checkPassword,
	type FailedCheck,
	failedCheck,
	type PasswordCheck,
} from "~/features/auth/passwords/check-password.server";
import { signInLimits } from "~/features/auth/rate-limits/attempts.server";
import { isGoogleConfigured } from "~/lib/env.server";
import { requestContext } from "~/lib/http/request-context.server";

/** The package remix-auth only identifies the user; `openSession` creates the session. */
const authenticator = new Authenticator<PasswordCheck>(oauthStorage).use(
	new FormStrategy(({ form, request }) => {
		const [email, password] = [String(form.get("email")), String(form.get("password"))];
		const limits = signInLimits({ email, clientAddress: requestContext().clientAddress });
		return checkPassword(request, { email, password }, limits);
	}),
	"form",
);

/** Checks the e-mail address and password of a login form that `loginSchema` has validated. */
export async function signInByForm(
	request: Request,
	{ email, password }: { email: string; password: string },
): Promise<PasswordCheck> {
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

/**
 * Shows a form with sign-in fields again after a failed sign-in. The error message does not reveal which addresses have
 * an account.
 */
export function failedSignIn(submission: Submission<unknown>, failure: FailedCheck) {
	return failedCheck(submission, failure, { formErrors: [WRONG] });
}

const WRONG = isGoogleConfigured
	? "El correo o la contraseña no son correctos. Si ingresás con Google, usá el botón de Google."
	: "El correo o la contraseña no son correctos.";
