import { randomUUID } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { SendMailOptions } from "nodemailer";
import { env, publicOrigin } from "~/lib/env.server";
import { makeFolder } from "~/lib/files/make-folder.server";
import { logEvent } from "~/lib/log.server";
import { parseEmail } from "./email-address";

/** A mail: subject in one line, plain text, and the same text as simple HTML. */
export interface Mail {
	subject: string;
	text: string;
	html: string;
}

/**
 * Timeouts of an SMTP connection, in milliseconds. A server may look at a mail for ten minutes before it answers (RFC 5321):
 * whoever does not wait sends it again, and again.
 */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 600_000 };

/** Maximum number of SMTP connections: one for each mail that the outbox sends at the same time. */
const MAX_CONNECTIONS = 4;

/** Keeps nodemailer from reading content from a file or a URL. */
const closed = { disableFileAccess: true, disableUrlAccess: true };

let loading: ReturnType<typeof loadTransports> | undefined;

/** Loads nodemailer only for the first mail, because loading it would delay the start. */
async function loadTransports() {
	const { createTransport } = await import("nodemailer");
	return {
		smtp: env.SMTP_URL
			? createTransport({
					url: env.SMTP_URL,
					pool: true,
					maxConnections: MAX_CONNECTIONS,
					...timeouts,
					...closed,
				})
			: undefined,
		/** Transport that only composes the text, for an installation without a mail server. */
		composer: createTransport({ streamTransport: true, newline: "windows", ...closed }),
	};
}

/**
 * Sends a mail through SMTP_URL. Without SMTP_URL, writes the mail into a file in OUTBOX_DIR and logs the file's
 * name.
 * @throws Error when the mail cannot be sent; if the mail server refused it, with nodemailer's `command` and
 *   `responseCode`
 */
export async function sendMail({ to, ...mail }: Mail & { to: string }): Promise<void> {
	// Each attempt has a new message id, because it has a new link: mailboxes hide a second mail with the same id.
	const id = randomUUID();
	if (parseEmail(to) !== to) throw new Error("no plain address");
	const message: SendMailOptions = {
		from: env.MAIL_FROM,
		to: { name: "", address: to },
		subject: mail.subject,
		text: mail.text,
		html: mail.html,
		messageId: `<${id}@${new URL(publicOrigin).hostname}>`,
		headers: { "Auto-Submitted": "auto-generated" },
	};
	loading ??= loadTransports();
	const { smtp, composer } = await loading;
	if (smtp) {
		await smtp.sendMail(message);
		return;
	}
	const { message: content } = await composer.sendMail(message);
	writeMail(Buffer.isBuffer(content) ? content : await buffer(content), id);
}

/**
 * Closes the SMTP connections when no mail is being sent: they would keep a command from ending, and a router on the way may
 * drop one that idles without a word, so that the next mail would wait for an answer in vain.
 */
export async function closeMailer(): Promise<void> {
	const { smtp } = (await loading) ?? {};
	loading = undefined;
	smtp?.close();
}

function writeMail(content: Buffer, id: string): void {
	const file = join(env.OUTBOX_DIR, `${new Date().toISOString().replace(/[:.]/g, "-")}-${id}.eml`);
	makeFolder(env.OUTBOX_DIR);
	// Only the operator may read the file, because the mail's links give access to an account.
	writeFileSync(`${file}.new`, content, { mode: 0o600 });
	renameSync(`${file}.new`, file);
	logEvent("mail_written", { file });
}
