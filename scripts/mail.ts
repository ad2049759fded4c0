/** `npm run mail -- …`: sends a test mail, and lists the outbox (the mails that wait to be sent). */

import { env } from "~/lib/env.server";
import { operatorCommand } from "~/lib/files/operator-command.server";
import { MINUTE_MS } from "~/lib/units/durations";
import { type CommandInput, json, runProgram } from "./operator/command";
import { CommandError } from "./operator/errors";
import { explainMailFailure } from "./operator/mail-failure";
import { count, describeDuration, describeTime, printable, printJson } from "./operator/output";
import { requireAddress } from "./operator/people";
import { actAsServer } from "./operator/server-user";

const MAX_SHOWN = 50;

await runProgram({
	name: "mail",
	title: "Correo: probar que sale, ver lo que espera.",
	commands: [
		{
			name: "test",
			parameters: ["CORREO"],
			options: { json },
			summary: "Manda ya un correo de prueba con SMTP_URL y MAIL_FROM, y dice qué pasó.",
			details: `Usa los ajustes con los que corre este comando: tienen que ser los del servidor. Sin SMTP_URL escribe un archivo en
OUTBOX_DIR, como el servidor.

Ejemplo: npm run mail -- test vos@ejemplo.ar
JSON: { to, from, server, ms }; server es null sin SMTP_URL.`,
			// This command works even with a broken or missing database.
			usesDatabase: false,
			run: testMail,
		},
		{
			name: "waiting",
			parameters: [],
			options: { json },
			summary: "Muestra los correos que esperan para salir, los que salen antes primero.",
			details: `Un correo que el servidor de correo no tomó se manda otra vez después de 1, 5 y 15 minutos y después cada hora,
durante 24 horas. Las direcciones se muestran tapadas. Muestra ${MAX_SHOWN} como mucho.

JSON: { waiting, oldestAt, mails: [{ kind, address, tries, createdAt, nextTryAt }] }; los instantes son milisegundos UTC.`,
			run: showWaiting,
		},
	],
});

async function testMail(input: CommandInput): Promise<void> {
	const to = requireAddress(input);
	actAsServer();
	const { renderMail } = await import("~/lib/mail/mail-template.server");
	const { closeMailer, sendMail } = await import("~/lib/mail/mailer.server");
	const server = env.SMTP_URL ? new URL(env.SMTP_URL).host : null;
	const from = env.MAIL_FROM;
	const start = performance.now();
	try {
		await sendMail(
			renderMail(to, undefined, {
				subject: "Correo de prueba de Relevo",
				lines: [
					"Este es un correo de prueba que mandó quien administra Relevo.",
					"Si lo leés, el correo anda.",
				],
			}),
		);
	} catch (error) {
		if (server === null) throw error;
		throw new CommandError(explainMailFailure(error, { server, from, to }));
	} finally {
		await closeMailer();
	}
	const ms = Math.round(performance.now() - start);
	if (input.has("json")) return printJson({ to, from, server, ms });
	if (server === null) {
		return console.log(
			`No hay SMTP_URL: los correos no salen. Este quedó como el archivo más nuevo de ${env.OUTBOX_DIR}`,
		);
	}
	console.log(`${server} tomó el correo para ${to}, de ${printable(from)} (${ms} ms).`);
	console.log("Si no llega: mirá en el correo no deseado, y si el dominio de MAIL_FROM tiene SPF y DKIM.");
}

async function showWaiting(input: CommandInput): Promise<void> {
	const { db } = await import("~/lib/database/db.server");
	const now = Date.now();
	const { waiting, oldestAt } = await db
		.selectFrom("outbox")
		.select(({ fn }) => [
			fn.countAll<number>().as("waiting"),
			fn.min<number | null>("created_at").as("oldestAt"),
		])
		.executeTakeFirstOrThrow();
	const rows = await db
		.selectFrom("outbox")
		.select(["kind", "address", "tries", "created_at as createdAt", "next_try_at as nextTryAt"])
		.orderBy("next_try_at")
		.limit(MAX_SHOWN)
		.execute();
	const mails = rows.map((row) => ({ ...row, address: masked(row.address) }));
	if (input.has("json")) return printJson({ waiting, oldestAt, mails });
	if (oldestAt === null) return console.log("No espera ningún correo.");
	console.log(
		`${count(waiting, "correo espera", "correos esperan")}, el más viejo hace ${describeDuration(now - oldestAt)}.`,
	);
	for (const { kind, address, tries, nextTryAt } of mails) {
		const next = nextTryAt <= now ? "sale ya" : `sale ${describeTime(nextTryAt)}`;
		console.log(`${printable(kind).padEnd(18)} ${address}  ${count(tries, "intento", "intentos")}, ${next}`);
	}
	if (waiting > mails.length) console.log(`y ${waiting - mails.length} más`);
	if (mails.some(({ tries }) => tries > 0))
		console.log(`Para saber por qué no salen: ${operatorCommand("mail -- test VOS@EJEMPLO")}`);
	else if (mails.some(({ nextTryAt }) => nextTryAt < now - MINUTE_MS)) {
		console.log("Tendrían que haber salido: ¿está andando el servidor?");
	}
}

/** Masks an e-mail address: "s…@planta.example". */
function masked(address: string): string {
	return printable(address.replace(/^(.).*@/, "$1…@"));
}
