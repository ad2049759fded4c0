import type { Submission } from "@conform-to/react";
import { redirect } from "@remix-run/node";
import { buttonSchema, deleteByCodeSchema, deleteSchema } from "~/features/auth/account-schemas";
import { postMail } from "~/features/auth/mails/post-mail.server";
import { checkPassword, failedCheck, tooManyAttempts } from "~/features/auth/passwords/check-password.server";
import type { User } from "~/features/auth/users.server";
import { counted } from "~/lib/counted";
import { db } from "~/lib/database/db.server";
import { isDiskFull } from "~/lib/database/disk.server";
import { invalid, parseForm } from "~/lib/forms/form.server";
import { writeCookie } from "~/lib/http/cookies.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { logFailure } from "~/lib/log.server";
import { wakeOutbox } from "~/lib/mail/outbox.server";
import { deleteAccount } from "./delete-account.server";

const DELETE_PAGE = "/auth/delete-account";

/** Mails a code that confirms the deletion of an account without a password. */
export async function mailDeleteCodeAction(request: Request, { id, email }: User) {
	const submission = await parseForm(request, buttonSchema);
	const mail = { kind: "delete-code", userId: id, address: email } as const;
	const attempt = await db.transaction().execute((trx) => postMail(trx, mail));
	if (attempt.status === "limited") return tooManyAttempts(submission, attempt);
	wakeOutbox();
	throw await redirectWithToast(DELETE_PAGE, { text: CODE_SENT, kind: "info" });
}

/** Deletes the account of a signed-in user who confirms with the password. */
export async function deleteByPasswordAction(request: Request, user: User) {
	const submission = await parseForm(request, deleteSchema);
	if (submission.status !== "success") return invalid(submission);
	const check = await checkPassword(request, {
		email: user.email,
		password: submission.value.currentPassword,
	});
	if (check.status !== "right")
		return failedCheck(submission, check, { fieldErrors: { currentPassword: [WRONG_PASSWORD] } });
	return deleteAndSayFarewell(submission, user.id);
}

/** Deletes the account of a signed-in user who confirms with the mailed code. */
export async function deleteByCodeAction(request: Request, user: User) {
	const submission = await parseForm(request, deleteByCodeSchema);
	if (submission.status !== "success") return invalid(submission);
	return deleteAndSayFarewell(submission, user.id, submission.value.code);
}

/**
 * Deletes an account, and redirects to the farewell page, which lists the deleted data, or to the login page if another
 * window has already deleted the account.
 * @returns the form with the reason why nothing was deleted; status 507 for a full disk, 500 for another failure
 */
async function deleteAndSayFarewell<Fields, Value>(
	submission: Submission<Fields, string[], Value>,
	userId: string,
	code?: string,
) {
	const erased = await deleteAccount(userId, { code }).catch((error: unknown) => {
		logFailure("account_not_deleted", error);
		return isDiskFull(error) ? 507 : 500;
	});
	if (typeof erased === "number") return invalid(submission, { formErrors: [FAILED], status: erased });
	if (erased === "wrong-code") return invalid(submission, { fieldErrors: { code: [WRONG_CODE] } });
	if (!erased) throw redirect("/auth/login", 303);
	const { photos, documents, extras, sessions } = erased;
	const parts = [
		"tu perfil",
		photos === 1 ? "tu foto" : "",
		documents === 0 ? "" : counted(documents, "documento"),
		extras === 0 ? "" : counted(extras, "extra"),
		counted(sessions, "sesión", "sesiones"),
	];
	const text = `Borramos ${parts.filter(Boolean).join(", ")} y todo lo demás que había en tu cuenta.`;
	const farewell = await redirectWithToast(
		`${DELETE_PAGE}?listo=1`,
		{ title: "Tu cuenta fue eliminada", text, kind: "success" },
		(["session", "pending", "device"] as const).map((name) => writeCookie(name, "", 0)),
	);
	// Makes the browser reload the whole page, so that no data of the deleted user stay in memory.
	farewell.headers.set("X-Remix-Reload-Document", "true");
	throw farewell;
}

const CODE_SENT = "Te mandamos un código por correo. Dura 15 minutos.";
const WRONG_PASSWORD = "Esa no es tu contraseña.";
const WRONG_CODE = "El código no es correcto o ya venció. Fijate en el último correo, o pedí otro.";
const FAILED = "No pudimos eliminar la cuenta, y no se borró nada. Probá de nuevo en un rato.";
