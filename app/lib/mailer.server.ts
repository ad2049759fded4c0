import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createTransport, type SendMailOptions } from "nodemailer";
import { parseEmail } from "./email-address";
import { env, publicOrigin } from "./env.server";
import { logEvent } from "./log.server";

/** A composed mail: its subject in one line, its text, and the same as simple HTML. */
export interface Mail {
	subject: string;
	text: string;
	html: string;
}

/** How long a mail server may keep us waiting, in milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Nothing that is mailed is ever read from a file or an address. */
const closed = { disableFileAccess: true, disableUrlAccess: true };

const smtp = env.SMTP_URL
	? createTransport({ url: env.SMTP_URL, pool: true, maxConnections: 1, ...timeouts, ...closed })
	: undefined;

/** Writes the text of a message, for who has no mail server. */
const composer = createTransport({ streamTransport: true, newline: "windows", ...closed });

/**
 * Sends a mail to one address: by SMTP_URL, or, without it, into a file of OUTBOX_DIR that the log names.
 * `id` names the file and the message, so that a mail that goes out twice is known to be one.
 * @throws Error when the server does not take it; `responseCode` of 500 and more means that it never will
 */
export async function sendMail({ to, id, ...mail }: Mail & { to: string; id: string }): Promise<void> {
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
	if (smtp) await smtp.sendMail(message);
	else await writeMail(message, id);
}

async function writeMail(message: SendMailOptions, id: string): Promise<void> {
	const { message: content } = await composer.sendMail(message);
	const whole = Buffer.isBuffer(content) ? content : await buffer(content);
	const file = join(env.OUTBOX_DIR, `${new Date().toISOString().replace(/[:.]/g, "-")}-${id}.eml`);
	mkdirSync(env.OUTBOX_DIR, { recursive: true });
	// Its links let somebody in: only who runs the program may read it.
	writeFileSync(`${file}.new`, whole, { mode: 0o600 });
	renameSync(`${file}.new`, file);
	logEvent("mail_written", { file });
}
