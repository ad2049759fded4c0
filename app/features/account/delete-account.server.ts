import { setImmediate } from "node:timers/promises";
import type { Submission } from "@conform-to/react";
import { redirect } from "@remix-run/node";
import { buttonSchema, deleteByCodeSchema, deleteSchema } from "~/features/auth/account-schemas";
import { spendMailCode } from "~/features/auth/links-and-codes.server";
import { postMail } from "~/features/auth/mails/post-mail.server";
import { checkPassword, failedCheck, tooManyAttempts } from "~/features/auth/passwords/check-password.server";
import { isStillOpen } from "~/features/auth/sessions/sessions.server";
import { findUserById, type User } from "~/features/auth/users.server";
import { counted } from "~/lib/counted";
import { db, emptyLog, type Trx } from "~/lib/database/db.server";
import { addTombstone, hashOfUser } from "~/lib/database/tombstones.server";
import { invalid, parseForm } from "~/lib/forms/form.server";
import { writeCookie } from "~/lib/http/cookies.server";
import { isDownloading } from "~/lib/http/download.server";
import { requestContext } from "~/lib/http/request-context.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { imageFiles, photoFile } from "~/lib/images/image-files";
import { eraseUploads } from "~/lib/images/uploads.server";
import { logFailure } from "~/lib/log.server";

const DELETE_PAGE = "/auth/delete-account";

/** Mails a code that confirms the deletion of an account without a password. */
export async function mailDeleteCodeAction(request: Request, { id, email }: User) {
	const submission = await parseForm(request, buttonSchema);
	const mail = { kind: "delete-code", userId: id, address: email } as const;
	const attempt = await db.transaction().execute((trx) => postMail(trx, mail));
	if (attempt.status === "limited") return tooManyAttempts(submission, attempt);
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
	return deleteAndSayFarewell(submission, user.id, { request });
}

/** Deletes the account of a signed-in user who confirms with the mailed code. */
export async function deleteByCodeAction(request: Request, user: User) {
	const submission = await parseForm(request, deleteByCodeSchema);
	if (submission.status !== "success") return invalid(submission);
	return deleteAndSayFarewell(submission, user.id, { request, code: submission.value.code });
}

/**
 * Deletes an account, and redirects to the farewell page, which lists the deleted data, or to the login page if another
 * window has already deleted the account or ended the session.
 * @returns the form with the reason why nothing was deleted
 */
async function deleteAndSayFarewell(
	submission: Submission<unknown>,
	userId: string,
	confirmation: { request: Request; code?: string },
) {
	// The page has offered the copy, which would lack what is not read yet.
	if (isDownloading("zip", userId)) return invalid(submission, { formErrors: [DOWNLOADING], status: 409 });
	requestContext().giveFormBack = (_error, status) => invalid(submission, { formErrors: [FAILED], status });
	const erased = await deleteAccount(userId, confirmation);
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
const DOWNLOADING =
	"Tus datos todavía se están descargando, y no se borró nada. Esperá a que termine la descarga, o cancelala, y probá de nuevo.";
const FAILED = "No pudimos eliminar la cuenta, y no se borró nada. Probá de nuevo en un rato.";

/** Number of overtime entries that one SQL statement deletes, in about 10 ms. */
const STEP_EXTRAS = 1000;

/**
 * Deletes an account's rows in one transaction, and then the image files. Also removes what is left of the rows in the
 * write-ahead log. Queues a mail about the deletion if the e-mail address is verified.
 * @param options `request`, which asked for it, deletes nothing once its session has ended; `code` confirms the deletion
 *   without a password; `onlyUnverified` keeps an account that has become verified
 * @throws errors of the transaction; the account then stays complete
 * @returns counts of the deleted data (`photos` is 1 for a profile photo); "wrong-code"; undefined if the account does not exist or is kept
 */
export async function deleteAccount(
	userId: string,
	{
		request,
		code,
		onlyUnverified = false,
	}: { request?: Request; code?: string; onlyUnverified?: boolean } = {},
	now = Date.now(),
) {
	const result = await db.transaction().execute(async (trx) => {
		if (request && !(await isStillOpen(request, trx))) return undefined;
		if (code !== undefined) {
			const attempt = await spendMailCode(trx, { purpose: "delete", userId, code }, now);
			if (attempt === "wrong") return "wrong-code" as const;
		}
		const user = await findUserById(userId, trx);
		if (!user || (onlyUnverified && user.isVerified)) return undefined;
		const sessions = await trx.deleteFrom("sessions").where("user_id", "=", userId).executeTakeFirst();
		// Includes the photos of a document form that is not saved yet.
		const images = await trx
			.selectFrom("document_images")
			.select("id")
			.where("user_id", "=", userId)
			.execute();
		const documents = await trx.deleteFrom("documents").where("user_id", "=", userId).executeTakeFirst();
		const extras = await deleteExtras(trx, userId);
		// Deletes queued mails by their address: a recovery mail names only an e-mail address, so deleting the user would
		// not delete it.
		await trx.deleteFrom("outbox").where("address", "=", user.email).execute();
		// `postMail` reads the user's row, so the mail is queued before the row is deleted.
		await postMail(trx, { kind: "account-deleted", address: user.email }, now);
		await trx.deleteFrom("users").where("id", "=", userId).execute();
		await trx
			.insertInto("deleted_accounts")
			.values({ user_hash: hashOfUser(userId), deleted_at: now })
			.execute();
		return {
			files: images.flatMap(({ id }) => imageFiles(id)),
			photo: user.photo,
			erased: {
				photos: user.photo ? 1 : 0,
				documents: Number(documents.numDeletedRows),
				extras,
				sessions: Number(sessions.numDeletedRows),
			},
		};
	});
	if (result === undefined || result === "wrong-code") return result;
	// The account is already deleted, so a later failure is only logged. Periodic jobs repeat the failed step.
	await addTombstone({ userHash: hashOfUser(userId), deletedAt: now }).catch((error: unknown) =>
		logFailure("tombstone_not_written", error),
	);
	const { photo, files } = result;
	await eraseUploads(photo ? [photoFile(photo), ...files] : files)
		.then(emptyLog)
		.catch((error: unknown) => logFailure("erased_data_stays", error));
	return result.erased;
}

/**
 * Deletes overtime entries in steps, so that no step blocks the event loop for long.
 * @returns the number of deleted entries
 */
async function deleteExtras(trx: Trx, userId: string): Promise<number> {
	let deleted = 0;
	for (let last = STEP_EXTRAS; last === STEP_EXTRAS; ) {
		const some = trx.selectFrom("extras").select("id_file").where("user_id", "=", userId).limit(STEP_EXTRAS);
		const result = await trx
			.deleteFrom("extras")
			.where("user_id", "=", userId)
			.where("id_file", "in", some)
			.executeTakeFirst();
		last = Number(result.numDeletedRows);
		deleted += last;
		await setImmediate();
	}
	return deleted;
}
