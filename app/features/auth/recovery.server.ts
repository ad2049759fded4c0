import { db } from "~/lib/db.server";
import { enqueueMail, wakeOutbox } from "~/lib/outbox.server";
import { recoveryLimits, takeAttempt } from "./attempts.server";

/**
 * Asks for the mail with which a password is set anew. Whether the address has an account is looked up when the mail
 * is composed, after the answer: neither what is said nor how long it takes tells. Too many requests send nothing.
 */
export async function requestRecovery(email: string, clientAddress: string): Promise<void> {
	const attempt = await takeAttempt(recoveryLimits({ email, clientAddress }));
	if (!attempt.allowed) return;
	await enqueueMail(db, { kind: "recovery", address: email });
	wakeOutbox();
}
