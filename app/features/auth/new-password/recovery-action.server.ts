import { postMail } from "~/features/auth/mails/post-mail.server";
import { takeAttemptIn } from "~/features/auth/rate-limits/attempts.server";
import { recoveryLimits } from "~/features/auth/rate-limits/limits.server";
import { db } from "~/lib/database/db.server";
import { wakeOutbox } from "~/lib/mail/outbox.server";

/**
 * Asks for the mail with which a password is set anew. Whether the address has an account is looked up when the mail
 * is composed, after the answer: neither what is said nor how long it takes tells. Too many requests send nothing.
 */
export async function requestRecovery(email: string, clientAddress: string, now = Date.now()): Promise<void> {
	await db.transaction().execute(async (trx) => {
		const attempt = await takeAttemptIn(trx, recoveryLimits({ clientAddress }), now);
		if (attempt.status === "allowed")
			await postMail(trx, { kind: "recovery", address: email, clientAddress }, now);
	});
	wakeOutbox();
}
