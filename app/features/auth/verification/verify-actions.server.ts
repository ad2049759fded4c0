/** Form actions of the page `auth/verify-email`. An action that verifies an e-mail address returns the user's id. */
import { redirect } from "@remix-run/node";
import { buttonSchema, codeSchema, confirmSchema } from "~/features/auth/account-schemas";
import { findMailToken } from "~/features/auth/links-and-codes/mail-tokens.server";
import { checkPassword } from "~/features/auth/passwords/check-password.server";
import { failedCheck, tooManyAttempts } from "~/features/auth/passwords/failed-check.server";
import { invalid, parseForm } from "~/lib/forms/form.server";
import { requestContext } from "~/lib/http/request-context.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import {
	needsPassword,
	resendVerification,
	verifyByCode,
	verifyByLink,
	type Waiting,
} from "./verification.server";

const WAITING_PAGE = "/auth/verify-email";

/** Handles the form on the page that opens from the link in a verification mail. */
export async function confirmLinkAction(request: Request, waiting: Waiting | undefined, token: string) {
	const link = await findMailToken({ purpose: "verify", token });
	// WAITING_PAGE says that the link no longer works, or that the address is already verified.
	if (!link) throw redirect(WAITING_PAGE, 303);
	if (needsPassword(waiting, link.userId)) {
		const submission = await parseForm(request, confirmSchema);
		if (submission.status !== "success") return invalid(submission);
		const { password } = submission.value;
		const check = await checkPassword(request, { email: link.email, password });
		if (check.status !== "right")
			return failedCheck(submission, check, { fieldErrors: { password: [WRONG_PASSWORD] } });
	}
	const userId = await verifyByLink(token);
	if (!userId) throw redirect(WAITING_PAGE, 303);
	return userId;
}

/** Handles the form in which the user types the mailed verification code. */
export async function verifyCodeAction(request: Request, waiting: Waiting) {
	const submission = await parseForm(request, codeSchema);
	if (submission.status !== "success") return invalid(submission);
	const result = await verifyByCode(waiting, submission.value.code);
	// After too many wrong codes, WAITING_PAGE says that only the mailed link works.
	if (result.status === "only-link") throw redirect(WAITING_PAGE, 303);
	if (result.status === "wrong") return invalid(submission, { fieldErrors: { code: [WRONG_CODE] } });
	return result.userId;
}

/** Handles the buttons that send the verification mail again. */
export async function resendMailAction(request: Request, waiting: Waiting) {
	const submission = await parseForm(request, buttonSchema);
	const attempt = await resendVerification(waiting, requestContext().clientAddress);
	if (attempt.status === "limited") return tooManyAttempts(submission, attempt);
	throw await redirectWithToast(WAITING_PAGE, { text: RESENT, kind: "info" });
}

/**
 * Requires that the user has verified the e-mail address in another browser. This browser, in which the user
 * registered, can then sign in.
 * @returns the verified user's id
 * @throws Response redirect while the address is unverified, or if this browser is already signed in
 */
export function requireVerified({ user, owner }: Waiting): string {
	if (!owner?.isVerified) throw redirect(WAITING_PAGE, 303);
	if (user) throw redirect("/auth/my-account", 303);
	return owner.id;
}

const WRONG_PASSWORD =
	"Esa no es la contraseña de la cuenta. Si no la creaste vos, usá recuperar contraseña y la cuenta pasa a ser tuya.";
const WRONG_CODE = "El código no es correcto o ya venció. Fijate en el último correo, o pedí otro.";
const RESENT =
	"Te mandamos otro correo. Sirven el enlace y el código del último. Mirá también en el correo no deseado.";
