import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
	callCommand,
	expectRefused,
	type Outcome,
	resetDatabase,
	runCommand,
	withDatabase,
} from "../../support/server/operator";
import { freePort } from "../../support/server/ports.mjs";
import { startSmtp } from "../../support/server/smtp";
import { temporaryFolder } from "../../support/temporary-folder";

const folder = temporaryFolder();
const HOUR_MS = 3_600_000;
const TO = "vos@planta.example";

beforeEach(resetDatabase);

let silent: Server;
let unanswered: Promise<Outcome>;
// Starts a command that waits ten seconds for a silent mail server, while the other tests run.
beforeAll(async () => {
	silent = createServer();
	await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
	unanswered = sendTestBy(runCommand, { SMTP_URL: `smtp://u:cl4ve@${hostOf(silent)}` });
});
afterAll(() => {
	silent.close();
});

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const stop of stops.splice(0)) await stop();
});

const sendTest = (settings: Record<string, string>, ...words: string[]) =>
	sendTestBy(callCommand, settings, words);
const sendTestBy = (run: typeof callCommand, settings: Record<string, string>, words: string[] = []) =>
	run("mail", ["test", TO, ...words], { OUTBOX_DIR: join(folder, "outbox"), ...settings });

/** Expects one line on stderr without the mail server's password. */
async function fails(settings: Record<string, string>, message: RegExp): Promise<void> {
	const pending = sendTest(settings);
	await expectRefused(pending, message);
	const { stderr } = await pending;
	expect(stderr).toMatch(/^[^\n]+\n$/);
	expect(stderr).not.toContain("cl4ve");
}

/** @returns the mail server's host and port */
async function mailServer(options: SMTPServerOptions): Promise<string> {
	// Logs nothing: with a logger, the server would warn about its self-signed certificate.
	const server = new SMTPServer({ logger: false, closeTimeout: 100, authOptional: true, ...options });
	server.on("error", () => {});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	stops.push(() => new Promise((resolve) => server.close(() => resolve())));
	return hostOf(server.server);
}

function hostOf(server: { address(): ReturnType<Server["address"]> }): string {
	const address = server.address();
	return `127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

const refusing = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

describe("test", () => {
	test("sends one mail at once and names the server that accepted it", async () => {
		const smtp = await startSmtp();
		stops.push(smtp.stop);
		const settings = { SMTP_URL: smtp.url, MAIL_FROM: "Relevo <relevo@planta.example>" };
		const host = smtp.url.replace("smtp://", "");
		const { code, stdout, stderr } = await sendTestBy(runCommand, settings);
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		expect(stdout).toMatch(
			new RegExp(
				`^${host} tomó el correo para ${TO}, de Relevo <relevo@planta.example> \\(\\d+ ms\\)\\.\n.*correo no deseado`,
			),
		);
		expect(smtp.mails).toMatchObject([
			{ to: [TO], subject: "Correo de prueba de Relevo", text: expect.stringContaining("el correo anda") },
		]);
		const { stdout: json } = await sendTest(settings, "--json");
		expect(JSON.parse(json)).toEqual({
			to: TO,
			from: "Relevo <relevo@planta.example>",
			server: host,
			ms: expect.any(Number),
		});
	});

	test("writes a file without SMTP_URL, and needs no database", async () => {
		const settings = { DATABASE_PATH: join(folder, "none.sqlite") };
		const { code, stdout } = await sendTest(settings);
		expect(code).toBe(0);
		expect(stdout).toBe(
			`No hay SMTP_URL: los correos no salen. Este quedó como el archivo más nuevo de ${join(folder, "outbox")}\n`,
		);
		const [file = ""] = readdirSync(join(folder, "outbox"));
		expect(readFileSync(join(folder, "outbox", file), "utf8")).toContain(
			"Subject: Correo de prueba de Relevo",
		);
		const { stdout: json } = await sendTest(settings, "--json");
		expect(JSON.parse(json)).toMatchObject({ to: TO, server: null });
		expect(readdirSync(folder)).toEqual(["outbox"]);
	});

	test("reports a port where nothing listens", async () => {
		const host = `127.0.0.1:${await freePort()}`;
		await fails({ SMTP_URL: `smtp://u:cl4ve@${host}` }, /^127\.0\.0\.1:\d+ no acepta conexiones: revisá/);
	});

	test("reports an unknown host", async () => {
		await fails({ SMTP_URL: "smtp://no-such-host.invalid:587" }, /^No se encontró el host de no-such-host/);
	});

	test("reports a wrong password", async () => {
		const host = await mailServer({
			disabledCommands: ["STARTTLS"],
			allowInsecureAuth: true,
			onAuth: (_auth, _session, callback) => callback(null, undefined),
		});
		await fails(
			{ SMTP_URL: `smtp://u:cl4ve@${host}` },
			/no acepta el usuario o la contraseña de SMTP_URL \(dijo: 535 /,
		);
	});

	test("reports a server without TLS, and an invalid certificate", async () => {
		const plain = await mailServer({ disabledCommands: ["STARTTLS"] });
		await fails(
			{ SMTP_URL: `smtps://${plain}` },
			/no habla TLS desde el principio .+ con el puerto 587 o 25 va smtp:/,
		);
		const secure = await mailServer({ secure: true });
		await fails(
			{ SMTP_URL: `smtps://${secure}` },
			/^El certificado de 127\.0\.0\.1:\d+ no vale \(\w*CERT\w*\)/,
		);
	});

	test.each([
		[
			"the sender",
			{ onMailFrom: (_address, _session, callback) => callback(refusing(553, "not your address")) },
			/no acepta el remitente Relevo <no-responder@localhost> \(dijo: 553 not your address\): poné en MAIL_FROM/,
		],
		[
			"the recipient",
			{ onRcptTo: (_address, _session, callback) => callback(refusing(550, "no such user")) },
			/no acepta el destinatario vos@planta\.example \(dijo: 550 no such user\)\.\n/,
		],
		[
			"everybody without a login",
			{
				onRcptTo: (_address, _session, callback) => callback(refusing(554, "5.7.1 Relay access denied")),
			},
			/no deja mandar a vos@planta\.example \(dijo: 554 5\.7\.1 Relay access denied\): poné en SMTP_URL el usuario/,
		],
		[
			"the recipient for now (greylisting)",
			{ onRcptTo: (_address, _session, callback) => callback(refusing(450, "4.2.0 Greylisted")) },
			/pide esperar \(dijo: 450 4\.2\.0 Greylisted\): probá de nuevo en unos minutos\. /,
		],
		[
			"the message",
			{
				onData(stream, _session, callback) {
					stream.resume().on("end", () => callback(refusing(554, "spam")));
				},
			},
			/recibió el correo y no lo aceptó \(dijo: 554 spam\): suele ser por el dominio de MAIL_FROM/,
		],
	] satisfies [string, SMTPServerOptions, RegExp][])(
		"reports a server that refuses %s",
		async (_, options, message) => {
			const host = await mailServer({ disabledCommands: ["STARTTLS"], ...options });
			await fails({ SMTP_URL: `smtp://${host}` }, message);
		},
	);

	test("reports a server that closes the connection, and one that is no mail server", async () => {
		for (const answer of ["", "HTTP/1.1 400 Bad Request\r\n\r\n"]) {
			const server = createServer((socket) => socket.on("error", () => {}).end(answer));
			await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
			stops.push(() => new Promise((resolve) => server.close(() => resolve())));
			await fails(
				{ SMTP_URL: `smtp://${hostOf(server)}` },
				/^La conexión con 127\.0\.0\.1:\d+ se cortó \(\w+\)/,
			);
		}
	});
});

describe("waiting", () => {
	test("says that no mail is waiting", async () => {
		expect((await runCommand("mail", ["waiting"])).stdout).toBe("No espera ningún correo.\n");
		expect(JSON.parse((await callCommand("mail", ["waiting", "--json"])).stdout)).toEqual({
			waiting: 0,
			oldestAt: null,
			mails: [],
		});
	});

	test("shows kind, tries and next try of each, and the age of the oldest; addresses are masked", async () => {
		const now = Date.now();
		queue({
			kind: "recovery",
			address: "soldador@planta.example",
			tries: 3,
			created: now - 3 * HOUR_MS,
			next: 9e12,
		});
		queue({ kind: "verify", address: "ana@planta.example", created: now - HOUR_MS, next: now - HOUR_MS });
		const { stdout } = await callCommand("mail", ["waiting"]);
		expect(stdout).toContain("2 correos esperan, el más viejo hace 3 h.\n");
		expect(stdout).toMatch(/^verify +a…@planta\.example {2}0 intentos, sale ya$/m);
		expect(stdout).toMatch(/^recovery +s…@planta\.example {2}3 intentos, sale 2255-03-14 13:00$/m);
		expect(stdout).toContain("Para saber por qué no salen: npm run mail -- test");
		expect(stdout).not.toMatch(/soldador|ana@|\d más/);
		const json = JSON.parse((await callCommand("mail", ["waiting", "--json"])).stdout);
		expect(json).toEqual({
			waiting: 2,
			oldestAt: now - 3 * HOUR_MS,
			mails: [
				{
					kind: "verify",
					address: "a…@planta.example",
					tries: 0,
					createdAt: now - HOUR_MS,
					nextTryAt: now - HOUR_MS,
				},
				{
					kind: "recovery",
					address: "s…@planta.example",
					tries: 3,
					createdAt: now - 3 * HOUR_MS,
					nextTryAt: 9e12,
				},
			],
		});
	});

	test("asks whether the server runs when nothing has been sent for more than a minute", async () => {
		queue({ kind: "verify", address: "eva@planta.example", next: Date.now() - 30_000 });
		expect((await callCommand("mail", ["waiting"])).stdout).not.toContain("servidor");
		queue({ kind: "verify", address: "ana@planta.example", next: Date.now() - HOUR_MS });
		expect((await callCommand("mail", ["waiting"])).stdout).toContain("¿está andando el servidor?");
	});

	test("shows fifty of many, with harmless control characters", async () => {
		for (let n = 0; n < 60; n++)
			queue({ kind: "\u001b[2Jverify\n", address: `\u009b${n}@\u202eplanta.example` });
		const { stdout } = await callCommand("mail", ["waiting"]);
		expect(stdout).not.toMatch(/[^\P{C}\n]/u);
		expect(stdout.split("\n").filter((line) => line.includes("verify"))).toHaveLength(50);
		expect(stdout).toContain("60 correos esperan");
		expect(stdout).toContain("\ny 10 más\n");
		const { stdout: json } = await callCommand("mail", ["waiting", "--json"]);
		expect(json).not.toMatch(/[^\P{C}\n\t]/u);
		expect(JSON.parse(json).mails[0].kind).toBe("\u001b[2Jverify\n");
	});
});

describe("misuse is answered with one line and changes nothing", () => {
	const misused: [string, RegExp][] = [
		["", /Falta el comando\. Los que hay: test, waiting/],
		["send x", /No existe el comando «send»/],
		["test", /Falta CORREO\. Ayuda: npm run mail -- test --help/],
		["test vos", /«vos» no es un correo/],
		["test vos@planta.example,otro@planta.example", /no es un correo/],
		["test vos@planta.example otro@planta.example", /Sobra «otro@planta.example»/],
		["test vos@planta.example --from x", /No existe la opción «--from»/],
		["test vos@planta.example --json --json", /La opción --json está dos veces/],
		["test vos@planta.example --json=1", /--json no lleva un valor/],
		["waiting all", /Sobra «all»/],
		["waiting --all", /No existe la opción «--all»/],
	];
	test.each(misused)("%s", async (words, message) => {
		const pending = callCommand("mail", words.split(" ").filter(Boolean));
		await expectRefused(pending, message);
		expect((await pending).stderr).toMatch(/^[^\n]+\n$/);
	});

	test("reports a missing database when asked for the waiting mails", async () => {
		const outcome = await runCommand("mail", ["waiting"], { DATABASE_PATH: join(folder, "none.sqlite") });
		expect(outcome).toMatchObject({
			code: 1,
			stdout: "",
			stderr: expect.stringMatching(/no existe\. Primero/),
		});
	});

	test("help of the program and of each command", async () => {
		for (const words of [["--help"], ["test", "--help"], ["waiting", "-h"]]) {
			expect(await callCommand("mail", words)).toMatchObject({
				code: 0,
				stderr: "",
				stdout: expect.stringContaining("Uso: npm run mail --"),
			});
		}
	});
});

test("gives up on a server that never responds", async () => {
	const outcome = await unanswered;
	expect(outcome).toMatchObject({ code: 1, stdout: "" });
	expect(outcome.stderr).toMatch(/^127\.0\.0\.1:\d+ no contestó a tiempo: [^\n]+\n$/);
});

interface Waiting {
	kind: string;
	address: string;
	tries?: number;
	created?: number;
	next?: number;
}

function queue({ kind, address, tries = 0, created = Date.now(), next = created }: Waiting): void {
	withDatabase((sqlite) =>
		sqlite
			.prepare(
				"INSERT INTO outbox (id, kind, user_id, address, tries, created_at, next_try_at) VALUES (?, ?, NULL, ?, ?, ?, ?)",
			)
			.run(randomUUID(), kind, address, tries, created, next),
	);
}
