import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { SendMailOptions } from "nodemailer";
import { env, publicOrigin } from "~/lib/env.server";
import { logEvent } from "~/lib/log.server";
import { parseEmail } from "./email-address";

/** A composed mail: its subject in one line, its text, and the same as simple HTML. */
export interface Mail {
	subject: string;
	text: string;
	html: string;
}

/** How long a mail server may keep us waiting, in milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** As many as mails go out at once. */
const MAX_CONNECTIONS = 4;

/** Nothing that is mailed is ever read from a file or an address. */
const closed = { disableFileAccess: true, disableUrlAccess: true };

let loading: ReturnType<typeof loadTransports> | undefined;

/** Loaded with the first mail: at start it would take as long as half of our own code. */
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
		/** Writes the text of a message, for who has no mail server. */
		composer: createTransport({ streamTransport: true, newline: "windows", ...closed }),
	};
}

/**
 * Sends a mail to one address: by SMTP_URL, or, without it, into a file of OUTBOX_DIR that the log names.
 * @throws Error when the server does not take it, with nodemailer's `command` and `responseCode`
 */
export async function sendMail({ to, ...mail }: Mail & { to: string }): Promise<void> {
	// New each time: a mail that goes out again has a new link, and a mailbox hides what it takes for the same mail.
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

/** Lets go of the connection to the mail server, which would keep a command from ending. */
export async function closeMailer(): Promise<void> {
	const { smtp } = (await loading) ?? {};
	smtp?.close();
}

function writeMail(content: Buffer, id: string): void {
	const file = join(env.OUTBOX_DIR, `${new Date().toISOString().replace(/[:.]/g, "-")}-${id}.eml`);
	mkdirSync(env.OUTBOX_DIR, { recursive: true });
	// Its links let somebody in: only who runs the program may read it.
	writeFileSync(`${file}.new`, content, { mode: 0o600 });
	renameSync(`${file}.new`, file);
	logEvent("mail_written", { file });
}
