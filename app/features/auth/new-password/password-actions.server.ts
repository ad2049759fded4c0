import * as accountMessages from "~/features/auth/account-messages";
import { changePasswordSchema, recoverySchema } from "~/features/auth/account-schemas";
import { postMail } from "~/features/auth/mails/post-mail.server";
import { deletePasskeys } from "~/features/auth/passkeys.server";
import { checkPassword, failedCheck, tooBusy } from "~/features/auth/passwords/check-password.server";
import { changePassword, endAllSessions } from "~/features/auth/passwords/credentials.server";
import { isGoodFor } from "~/features/auth/passwords/new-password.server";
import { hashPassword, unlessBusy } from "~/features/auth/passwords/password-hash.server";
import { limitOf, takeAttemptIn } from "~/features/auth/rate-limits/attempts.server";
import { findDevice } from "~/features/auth/rate-limits/known-devices.server";
import { signBrowserIn } from "~/features/auth/sessions/sessions.server";
import type { User } from "~/features/auth/users.server";
import { db } from "~/lib/database/db.server";
import { feedEnded, passkeysEnded } from "~/lib/explained";
import { invalid, parseForm, readFields } from "~/lib/forms/form.server";
import { refuseOthers } from "~/lib/forms/form-state.server";
import { writeCookie } from "~/lib/http/cookies.server";
import { requestContext } from "~/lib/http/request-context.server";
import { redirectWithToast } from "~/lib/http/toast.server";

const ACCOUNT = "/auth/my-account/edit-profile?view=account";

/**
 * Changes the password of a user who types the current one, and ends all other sessions.
 * @throws Response redirect after success
 */
export async function changePasswordAction(request: Request, user: User) {
	const submission = await parseForm(request, changePasswordSchema.check(isGoodFor(user)));
	if (submission.status !== "success") return invalid(submission);
	const { currentPassword, password, endPasskeys } = submission.value;
	const endsPasskeys = endPasskeys !== undefined;
	const check = await checkPassword(request, { email: user.email, password: currentPassword });
	if (check.status !== "right")
		return failedCheck(submission, check, { fieldErrors: { currentPassword: [WRONG_PASSWORD] } });
	const hash = await unlessBusy(hashPassword(password, user.email));
	if (!hash) return tooBusy(submission);
	const hadFeed = await changePassword(user.id, { hash, endsPasskeys }, check.passwordHash);
	if (hadFeed === undefined)
		return invalid(submission, { fieldErrors: { currentPassword: [WRONG_PASSWORD] } });
	const passwordForm = `${ACCOUNT}#contrasena`;
	throw await redirectWithToast(
		passwordForm,
		{ text: [CHANGED, hadFeed && feedEnded, endsPasskeys && passkeysEnded].filter(Boolean).join(" ") },
		await signBrowserIn(request, { userId: user.id, passwordHash: hash }),
	);
}

/**
 * Signs a user out in all browsers, including the browser that sent the request, and ends the passkeys if asked to; not
 * by a form that another person has opened.
 */
export async function endAllSessionsAction(request: Request, { id, email }: User): Promise<never> {
	const { endPasskeys, ...form } = await readFields(request, ["endPasskeys", "person"]);
	await refuseOthers(form, ACCOUNT);
	const { hadFeed, passkeys } = await db.transaction().execute(async (trx) => {
		const passkeys = endPasskeys === undefined ? 0 : await deletePasskeys(trx, id);
		if (passkeys > 0) await postMail(trx, { kind: "passkey-removed", userId: id, address: email });
		return { ...(await endAllSessions(id, trx)), passkeys };
	});
	const text = [SIGNED_OUT, hadFeed && feedEnded, passkeys > 0 && passkeysEnded].filter(Boolean).join(" ");
	throw await redirectWithToast("/auth/login", { text, kind: "info" }, [writeCookie("session", "", 0)]);
}

const WRONG_PASSWORD = "Esa no es tu contraseña actual.";
const CHANGED = "Tu contraseña nueva ya está. Cerramos tu sesión en los otros equipos.";
const SIGNED_OUT = "Cerramos tu sesión en todos los equipos.";

/**
 * Handles the form that requests a link to set a new password. The response reveals neither whether the e-mail
 * address has an account nor whether a rate limit prevents the mail.
 */
export async function requestRecoveryAction(request: Request) {
	const submission = await parseForm(request, recoverySchema);
	if (submission.status !== "success") return invalid(submission);
	const { email } = submission.value;
	const device = await findDevice(request, email);
	await requestRecovery({ email, clientAddress: requestContext().clientAddress, device });
	throw await redirectWithToast("/auth/recovery-pass", {
		title: accountMessages.recoverySent,
		text: "Si el correo tiene una cuenta, en unos minutos te llega un enlace que sirve durante una hora. Mirá también en el correo no deseado. Si no llega otro, sirve el del último que recibiste en esta hora.",
		kind: "success",
		asDialog: true,
	});
}

/**
 * Queues a recovery mail, within the rate limit of the client address. The account is looked up only when the mail is
 * sent, so that timing does not reveal whether the account exists.
 */
export async function requestRecovery(
	{ email, clientAddress, device }: { email: string; clientAddress: string; device?: string },
	now = Date.now(),
): Promise<void> {
	await db.transaction().execute(async (trx) => {
		const limits = [limitOf("recovery-address", clientAddress)];
		// Colleagues behind the plant's address cannot use up what a browser of the owner asks for.
		if (device || (await takeAttemptIn(trx, limits, now)).status === "allowed")
			await postMail(trx, { kind: "recovery", address: email, clientAddress, device }, now);
	});
}
