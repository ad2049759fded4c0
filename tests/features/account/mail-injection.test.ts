import { beforeAll, describe, expect, test } from "vitest";
import { parseEmail } from "~/lib/mail/email-address";
import { Random } from "../../support/random";
import { smtpForFile } from "../../support/server/smtp";

const smtp = smtpForFile();
let sendMail: typeof import("~/lib/mail/mailer.server")["sendMail"];
let authMails: typeof import("~/features/account/account-mails.server")["authMails"];
let db: typeof import("~/lib/database/db.server")["db"];
let makeUser: typeof import("../../support/accounts")["makeUser"];

beforeAll(async () => {
	process.env.SMTP_URL = smtp.url;
	({ sendMail } = await import("~/lib/mail/mailer.server"));
	({ authMails } = await import("~/features/account/account-mails.server"));
	({ db } = await import("~/lib/database/db.server"));
	({ makeUser } = await import("../../support/accounts"));
});

const pieces = [
	"\r\n",
	"\n",
	"\r",
	"%0d%0a",
	"\u2028",
	"\0",
	"Bcc: otro@planta.example",
	"To: otro@planta.example",
	"Subject: gratis",
	"\r\n\r\n<h1>x</h1>",
	"\r\n.\r\nMAIL FROM:<x@y.example>",
	'"',
	"<otro@planta.example>",
	",otro@planta.example",
	";",
	"(comentario)",
	"<script>alert(1)</script>",
	"{{7*7}}",
	"=?utf-8?q?a?=",
	" ",
	"soldador",
	"@planta.example",
];

/** A fixed seed gives every run the same 300 texts. */
const random = new Random(40);
const payloads = Array.from({ length: 300 }, () =>
	Array.from({ length: 1 + random.below(5) }, () => random.pick(pieces)).join(""),
);

describe("a mail to a user with a hostile name", () => {
	test("has one recipient, only our headers, and no markup from the name", async () => {
		const user = await makeUser({ email: "obrero@planta.example" });
		const headers = new Set<string>();
		for (const payload of payloads) {
			await db.updateTable("users").set({ username: payload, real_name: "SIN NOMBRE" }).execute();
			const mail = await authMails["password-changed"]({ userId: user.id, address: user.email });
			if (mail) await sendMail(mail);
		}
		expect(smtp.mails).toHaveLength(payloads.length);
		for (const mail of smtp.mails) {
			expect(mail.to).toEqual(["obrero@planta.example"]);
			expect(mail.subject).toBe("Cambiaste la contraseña de Relevo");
			expect(mail.html).not.toContain("<script>");
			expect(mail.html).not.toContain("<h1>");
			for (const { key } of mail.headers) headers.add(key);
		}
		expect(Array.from(headers).sort()).toEqual(
			[
				"auto-submitted",
				"content-type",
				"date",
				"from",
				"message-id",
				"mime-version",
				"subject",
				"to",
			].sort(),
		);
	});
});

describe("a hostile address", () => {
	test.each(payloads.filter((payload) => parseEmail(payload) !== payload).slice(0, 40))(
		"%j is never sent to",
		async (to) => {
			await expect(sendMail({ to, subject: "s", text: "t", html: "h" })).rejects.toThrow("no plain address");
		},
	);

	test("with a line break, a quote, a comma or a second address is refused, wherever it stands", () => {
		for (const piece of [
			"\r\n",
			"\n",
			'"',
			",",
			"<",
			">",
			" ",
			"(",
			")",
			"\\",
			":",
			";",
			"[",
			"]",
			"\0",
			"é",
			"＠",
			"@",
		]) {
			for (const text of [
				`a${piece}b@planta.example`,
				`ab@plan${piece}ta.example`,
				`"a${piece}"@planta.example`,
			]) {
				expect(parseEmail(text)).toBeUndefined();
			}
		}
	});
});
