import { recoverySchema } from "~/features/auth/account-schemas";
import { postMail } from "~/features/auth/mails/post-mail.server";
import { limitOf, takeAttemptIn } from "~/features/auth/rate-limits/attempts.server";
import { findDeviceOfAddress } from "~/features/auth/rate-limits/known-devices.server";
import { db } from "~/lib/database/db.server";
import { invalid, parseForm } from "~/lib/forms/form.server";
import { requestContext } from "~/lib/http/request-context.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { wakeOutbox } from "~/lib/mail/outbox.server";
import * as messages from "~/lib/messages";

/**
 * Handles the form that requests a link to set a new password. The response reveals neither whether the e-mail
 * address has an account nor whether a rate limit prevents the mail.
 */
export async function requestRecoveryAction(request: Request) {
	const submission = await parseForm(request, recoverySchema);
	if (submission.status !== "success") return invalid(submission);
	const { email } = submission.value;
	const device = await findDeviceOfAddress(request, email);
	await requestRecovery({ email, clientAddress: requestContext().clientAddress, device });
	throw await redirectWithToast("/auth/recovery-pass", {
		title: messages.recoverySent,
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
		const attempt = await takeAttemptIn(trx, [limitOf("recovery-address", clientAddress)], now);
		if (attempt.status === "allowed")
			await postMail(trx, { kind: "recovery", address: email, clientAddress, device }, now);
	});
	wakeOutbox();
}
