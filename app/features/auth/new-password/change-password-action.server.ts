import { changePasswordSchema, newPasswordProblem } from "~/features/auth/account-schemas";
import { checkPassword, failedCheck, tooBusy } from "~/features/auth/passwords/check-password.server";
import { changePassword, endAllSessions } from "~/features/auth/passwords/credentials.server";
import { isUncommon } from "~/features/auth/passwords/new-password.server";
import { hashPassword, unlessBusy } from "~/features/auth/passwords/password-hash.server";
import { signBrowserIn } from "~/features/auth/sessions/sessions.server";
import type { User } from "~/features/auth/users.server";
import { db } from "~/lib/database/db.server";
import { feedEnded } from "~/lib/explained";
import { invalid, parseForm } from "~/lib/forms/form.server";
import { writeCookie } from "~/lib/http/cookies.server";
import { badRequest } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { redirectWithToast } from "~/lib/http/toast.server";

/**
 * Changes the password of a user who types the current one, and ends all other sessions.
 * @throws Response redirect after success; 400 for an account without a password
 */
export async function changePasswordAction(request: Request, user: User) {
	if (!user.hasPassword)
		throw badRequest("Ingresás con Google: tu cuenta no tiene una contraseña para cambiar.");
	const submission = await parseForm(request, changePasswordSchema.check(isUncommon));
	if (submission.status !== "success") return invalid(submission);
	const { currentPassword, password } = submission.value;
	const problem = newPasswordProblem(password, user);
	if (problem) return invalid(submission, { fieldErrors: { password: [problem] } });
	const check = await checkPassword(request, { email: user.email, password: currentPassword });
	if (check.status !== "right")
		return failedCheck(submission, check, { fieldErrors: { currentPassword: [WRONG_PASSWORD] } });
	const applicant = { account: user.email, clientAddress: requestContext().clientAddress };
	const hash = await unlessBusy(hashPassword(password, applicant));
	if (!hash) return tooBusy(submission);
	const hadFeed = await changePassword(user.id, hash);
	const passwordForm = "/auth/my-account/edit-profile?view=account#contrasena";
	throw await redirectWithToast(
		passwordForm,
		{ text: hadFeed ? `${CHANGED} ${feedEnded}` : CHANGED },
		await signBrowserIn(request, user.id),
	);
}

/** Signs a user out in all browsers, including the browser that sent the request. */
export async function endAllSessionsAction({ id }: User): Promise<never> {
	const { hadFeed } = await db.transaction().execute((trx) => endAllSessions(id, trx));
	const toast = { text: hadFeed ? `${SIGNED_OUT} ${feedEnded}` : SIGNED_OUT, kind: "info" } as const;
	throw await redirectWithToast("/auth/login", toast, [writeCookie("session", "", 0)]);
}

const WRONG_PASSWORD = "Esa no es tu contraseña actual.";
const CHANGED = "Tu contraseña nueva ya está. Cerramos tu sesión en los otros equipos.";
const SIGNED_OUT = "Cerramos tu sesión en todos los equipos.";
