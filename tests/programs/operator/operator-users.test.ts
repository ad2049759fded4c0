import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import SQLite from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
	IMAGE,
	type SeededUser,
	seedDocument,
	seedExtra,
	seedImage,
	seedOwnDay,
	seedUser,
} from "../../support/accounts-on-disk";
import { naughty } from "../../support/naughty";
import { send } from "../../support/server/http-client";
import {
	callCommand,
	expectRefused,
	type Outcome,
	resetDatabase,
	runCommand,
	withDatabase,
} from "../../support/server/operator";
import { serverForFile } from "../../support/server/server-for-file";
import { smtpForFile } from "../../support/server/smtp";

const databasePath = process.env.DATABASE_PATH ?? "";
const uploads = process.env.UPLOADS_DIR ?? "";
/** Control codes of a terminal (title, clear screen, colour), a right-to-left override and two line breaks. */
const HOSTILE = "\u001b]0;dueño\u0007\u001b[2J\u009b31m\u202egpj\u2028\nadmin@planta.example (verificado)";
/** Matches control characters, invisible characters and line separators, except line feeds and tabs. */
const INVISIBLE = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}]/u;

const smtp = smtpForFile();
const server = serverForFile(() => ({ SMTP_URL: smtp.url }));
let holder: SQLite.Database;
let withoutALock: Promise<Outcome>;
beforeAll(async () => {
	// Starts a command that waits five seconds for a locked database, while the other tests run.
	const held = `${databasePath}.held`;
	cpSync(process.env.BASE_DATABASE ?? "", held);
	const { email } = seedUser(held);
	holder = new SQLite(held);
	holder.exec("BEGIN IMMEDIATE");
	withoutALock = runCommand("users", ["sign-out", email], { DATABASE_PATH: held });
});
afterAll(async () => {
	holder.close();
});

beforeEach(() => {
	resetDatabase();
	rmSync(uploads, { recursive: true, force: true });
});

const users = (...words: string[]) => callCommand("users", words);
const json = async (...words: string[]) => JSON.parse((await users(...words, "--json")).stdout);

/** Adds a user with stored data, a session, a known browser, and links and codes sent by mail. */
function seedBusyUser(email: string): SeededUser {
	const user = seedUser(databasePath, { email });
	seedDocument(databasePath, user.id);
	seedImage({ databasePath, uploads }, user.id);
	seedExtra(databasePath, user.id);
	seedOwnDay(databasePath, user.id);
	withDatabase((sqlite) => {
		const far = Date.now() + 3_600_000;
		sqlite.prepare("INSERT INTO devices VALUES (?, ?, ?)").run("device-hash", user.id, far);
		sqlite
			.prepare(
				"INSERT INTO pending_registrations (token_hash, user_id, is_new, expires_at) VALUES (?, ?, 1, ?)",
			)
			.run("pending-hash", user.id, far);
		sqlite
			.prepare("INSERT INTO mail_tokens VALUES (?, 'reset', ?, ?, ?)")
			.run("token-hash", user.id, email, far);
		sqlite.prepare("INSERT INTO mail_codes VALUES (?, 'verify', ?, 0, ?)").run(user.id, "code-hash", far);
	});
	return user;
}

const countOf = (table: string, userId: string) =>
	withDatabase((sqlite) =>
		sqlite.prepare<[string], number>(`SELECT count(*) FROM ${table} WHERE user_id = ?`).pluck().get(userId),
	);

const outboxRows = () =>
	withDatabase((sqlite) =>
		sqlite.prepare("SELECT kind, user_id, address, tries FROM outbox ORDER BY address").all(),
	);

describe("find", () => {
	test.each([
		["a part of the address", "jperez@"],
		["the address as somebody else writes it", "JPerez@Planta.Example"],
		["a part of the name, without its accents", "jose nan"],
		["a part of the username", "SOLDADOR"],
	])("by %s", async (_, text) => {
		const user = seedUser(databasePath, {
			email: "jperez@planta.example",
			real_name: "José Ñandú",
			username: "El Soldador",
		});
		seedUser(databasePath, { email: "other@planta.example", username: "otra" });
		const { users: found, hasMore } = await json("find", ...text.split(" "));
		expect(found.map(({ id }: { id: string }) => id)).toEqual([user.id]);
		expect(hasMore).toBe(false);
	});

	test("by the whole id only", async () => {
		const { id } = seedUser(databasePath);
		expect((await json("find", id.toUpperCase())).users).toHaveLength(1);
		expect((await json("find", id.slice(9, 23))).users).toEqual([]);
	});

	test("shows a user's data, of nobody else, and no secret", async () => {
		const other = seedUser(databasePath, { email: "otra@planta.example" });
		for (const seed of [seedDocument, seedExtra, seedOwnDay]) seed(databasePath, other.id);
		const user = seedBusyUser("jperez@planta.example");
		withDatabase((sqlite) => sqlite.exec("UPDATE users SET password_hash = '$argon2id$secret'"));
		const { stdout } = await runCommand("users", ["find", "jperez"]);
		expect(stdout).toContain(`jperez@planta.example (verificado, NORMAL)  ${user.id}`);
		expect(stdout).toContain("usuario soldador");
		expect(stdout).toMatch(/registro 1969-12-31 21:00, última sesión \d{4}-\d\d-\d\d \d\d:\d\d/);
		expect(stdout).toContain("1 documento, 1 foto (0 KB), 1 extra, 7 días propios, 1 sesión");
		const { users: found } = await json("find", "jperez");
		expect(found).toEqual([
			{
				id: user.id,
				email: "jperez@planta.example",
				username: "soldador",
				realName: null,
				isVerified: true,
				provider: "NORMAL",
				registeredAt: 1,
				lastSessionAt: expect.any(Number),
				sessions: 1,
				documents: 1,
				images: 1,
				imageBytes: 1,
				extras: 1,
				ownDays: 7,
			},
		]);
		const token = user.cookie.replace("session=", "");
		for (const secret of ["argon2id", token, createHash("sha256").update(token).digest("base64url"), "-hash"])
			expect(stdout + JSON.stringify(found)).not.toContain(secret);
	});

	test("does not count an expired session", async () => {
		seedUser(databasePath, { email: "jperez@planta.example" });
		withDatabase((sqlite) => sqlite.exec("UPDATE sessions SET expires_at = 1"));
		expect((await users("find", "jperez")).stdout).toContain("sin sesiones abiertas");
		expect((await json("find", "jperez")).users).toMatchObject([{ lastSessionAt: null, sessions: 0 }]);
	});

	test("shows control characters in names harmlessly, and unchanged in the JSON", async () => {
		const names = [HOSTILE, ...naughty.filter((name) => !name.includes("\0"))].slice(0, 20);
		for (const [place, name] of names.entries()) {
			seedUser(databasePath, { email: `p${String(place).padStart(2, "0")}@planta.example`, real_name: name });
		}
		const { stdout } = await users("find", "planta.example");
		expect(stdout).not.toMatch(INVISIBLE);
		expect(stdout.split("\n")).toHaveLength(names.length * 4 + 1);
		const { stdout: text } = await users("find", "planta.example", "--json");
		expect(text).not.toMatch(INVISIBLE);
		expect(JSON.parse(text).users.map(({ realName }: { realName: string }) => realName)).toEqual(names);
		seedUser(databasePath, { email: "\u001b[2j@evil.example" });
		expect((await users("find", "evil")).stdout).toMatch(/^\uFFFD\[2j@evil\.example /);
		expect((await users("find", "nadie\u009b31m")).stdout).toBe(
			"Ninguna cuenta tiene «nadie\uFFFD31m» en el correo o el nombre.\n",
		);
	});

	test("shows twenty of many and says that there are more", async () => {
		const emails = Array.from({ length: 21 }, (_, n) => `p${n + 10}@planta.example`);
		for (const email of emails.toReversed()) seedUser(databasePath, { email });
		const { users: found, hasMore } = await json("find", "planta");
		expect(found.map(({ email }: { email: string }) => email)).toEqual(emails.slice(0, 20));
		expect(hasMore).toBe(true);
		expect((await users("find", "planta")).stdout).toMatch(
			/Hay más de 20: buscá con un texto más largo\.\n$/,
		);
	});
});

describe("resend", () => {
	test("leaves one mail in the outbox, however often it is called, and restarts its tries", async () => {
		const { id } = seedUser(databasePath, { email: "jperez@planta.example", email_verified_at: null });
		const other = seedUser(databasePath, { email: "otra@planta.example", email_verified_at: null });
		await users("resend", other.email);
		for (let n = 0; n < 4; n++) {
			withDatabase((sqlite) => sqlite.exec("UPDATE outbox SET tries = 3, next_try_at = 99999999999999"));
			const { code, stdout } = await users("resend", " JPerez@planta.example ");
			expect(code).toBe(0);
			expect(stdout).toContain("está por salir. No cuenta para el límite de 3 por hora.");
		}
		expect(outboxRows()).toEqual([
			{ kind: "verify", user_id: id, address: "jperez@planta.example", tries: 0 },
			{ kind: "verify", user_id: other.id, address: other.email, tries: 3 },
		]);
		expect(await json("resend", "jperez@planta.example")).toEqual({
			email: "jperez@planta.example",
			queued: true,
		});
	});

	test("refuses a verified user", async () => {
		seedUser(databasePath, { email: "jperez@planta.example" });
		await refused("resend jperez@planta.example", /jperez@planta.example ya está verificado/);
	});
});

describe("sign-out", () => {
	test("ends all access without the password, of this user only", async () => {
		const { id } = seedBusyUser("jperez@planta.example");
		const other = seedUser(databasePath);
		expect((await users("sign-out", "jperez@planta.example")).stdout).toBe(
			"jperez@planta.example: 1 sesión cerrada, 1 equipo olvidado. Los enlaces y códigos que tenía ya no sirven.\n",
		);
		for (const table of ["sessions", "devices", "pending_registrations", "mail_tokens", "mail_codes"])
			expect([table, countOf(table, id)]).toEqual([table, 0]);
		expect(countOf("sessions", other.id)).toBe(1);
		expect(await json("sign-out", "jperez@planta.example")).toEqual({
			email: "jperez@planta.example",
			sessions: 0,
			devices: 0,
		});
	});
});

describe("delete", () => {
	test("without --yes says what it would delete and deletes nothing", async () => {
		seedBusyUser("jperez@planta.example");
		await refused(
			"delete jperez@planta.example",
			/^Se eliminaría la cuenta jperez@planta.example con 1 documento, 1 foto \(0 KB\), 1 extra, 7 días propios, 1 sesión\. No se cambió nada. Para hacerlo: npm run users -- delete jperez@planta.example --yes\n$/,
		);
		expect(readdirSync(uploads)).toHaveLength(2);
	});

	test("the command that it names runs nothing that stands in the address", async () => {
		seedUser(databasePath, { email: "a&`reboot`@planta.example" });
		await refused(
			"delete a&`reboot`@planta.example",
			/ npm run users -- delete 'a&`reboot`@planta\.example' --yes\n$/,
		);
	});

	test("with --yes deletes all data of the user, files too, and of nobody else", async () => {
		const other = seedUser(databasePath);
		const { id } = seedBusyUser("jperez@planta.example");
		const { code, stdout } = await users("delete", "jperez@planta.example", "--yes");
		expect({ code, stdout }).toEqual({
			code: 0,
			stdout:
				"jperez@planta.example: cuenta eliminada, con 1 documento, 1 foto (0 KB), 1 extra, 7 días propios, 1 sesión.\n",
		});
		for (const table of [
			"documents",
			"document_images",
			"extras",
			"own_days",
			"sessions",
			"devices",
			"mail_tokens",
		])
			expect([table, countOf(table, id)]).toEqual([table, 0]);
		expect(existsSync(`${uploads}/${IMAGE}-1600.webp`)).toBe(false);
		expect(readdirSync(uploads)).toEqual([]);
		expect(outboxRows()).toEqual([
			{ kind: "account-deleted", user_id: null, address: "jperez@planta.example", tries: 0 },
		]);
		expect((await json("find", "planta")).users).toMatchObject([{ id: other.id }]);
	});

	test("prints its result as JSON", async () => {
		const { id } = seedBusyUser("jperez@planta.example");
		expect(await json("delete", "jperez@planta.example", "--yes")).toEqual({
			id,
			email: "jperez@planta.example",
			documents: 1,
			images: 1,
			extras: 1,
			ownDays: 7,
			sessions: 1,
			deleted: true,
		});
	});
});

describe("beside a running server", () => {
	const besideServer = (...words: string[]) =>
		runCommand("users", words, { DATABASE_PATH: server.databasePath, UPLOADS_DIR: server.uploads });
	const account = (cookie: string) => send(server.origin, "/auth/my-account", { headers: { cookie } });

	test("signs a browser out at once, and no other user's", async () => {
		const user = seedUser(server.databasePath);
		const other = seedUser(server.databasePath);
		expect((await account(user.cookie)).status).toBe(200);
		expect(await besideServer("sign-out", user.email)).toMatchObject({ code: 0, stderr: "" });
		expect((await account(user.cookie)).status).toBe(302);
		expect((await account(other.cookie)).status).toBe(200);
	});

	test("the server sends the verification mail, whose link it knows", async () => {
		const user = seedUser(server.databasePath, { email_verified_at: null });
		expect(await besideServer("resend", user.email)).toMatchObject({ code: 0, stderr: "" });
		// The server may meanwhile also tell an unverified user that the account will be removed.
		const isSent = (mail: { to: string[]; subject: string }) =>
			mail.to.includes(user.email) && mail.subject === "Verificá tu correo en Relevo";
		const mail = await smtp.waitForMail(isSent);
		const token = /token=([\w-]{43})\b/.exec(mail.text)?.[1];
		const { status } = await send(server.origin, `/auth/verify-email?token=${token}`);
		expect(status).toBeLessThan(400);
	});

	test("a deleted user is signed out at once and gets the last mail", async () => {
		const user = seedUser(server.databasePath);
		expect((await account(user.cookie)).status).toBe(200);
		expect(await besideServer("delete", user.email, "--yes")).toMatchObject({ code: 0, stderr: "" });
		expect((await account(user.cookie)).status).toBe(302);
		const mail = await smtp.waitForMail(({ to }) => to.includes(user.email));
		expect(mail.subject).toBe("Eliminamos tu cuenta de Relevo");
	});
});

test("while another process writes, the command says so and changes nothing", async () => {
	const outcome = await withoutALock;
	expect(outcome).toMatchObject({ code: 1, stdout: "" });
	expect(outcome.stderr).toMatch(/^La base de datos está ocupada: [^\n]+ No se cambió nada\.\n$/);
});

describe("misuse is answered with one line and changes nothing", () => {
	const someone = "jperez@planta.example";
	const misused: [string, RegExp][] = [
		["", /Falta el comando\. Los que hay: find, resend, sign-out, delete/],
		["remove x", /No existe el comando «remove»/],
		["find", /Falta TEXTO/],
		["find x --json --json", /La opción --json está dos veces/],
		["find x --json=yes", /--json no lleva un valor/],
		["find x --all", /No existe la opción «--all»/],
		...["resend", "sign-out", "delete"].flatMap((name): [string, RegExp][] => [
			[name, /Falta CORREO\. Ayuda: npm run users -- /],
			[`${name} jperez`, /«jperez» no es un correo/],
			[`${name} nobody@planta.example`, /No hay una cuenta con el correo nobody@planta.example/],
			[`${name} ${someone} other@planta.example`, /Sobra «other@planta.example»/],
			[`${name} ${someone} --force`, /No existe la opción «--force»/],
		]),
		["resend j\u009bperez@planta.example", /«j\uFFFDperez@planta.example» no es un correo/],
		[`resend ${someone} --yes`, /No existe la opción «--yes»/],
		[`delete ${someone} --yes=please`, /--yes no lleva un valor/],
		[`delete ${someone} --yes --yes`, /La opción --yes está dos veces/],
	];
	test.each(misused)("%s", async (words, message) => {
		seedUser(databasePath, { email: someone, email_verified_at: null });
		await refused(words, message);
	});

	test("help of the program and of each command", async () => {
		for (const words of [
			["--help"],
			["find", "--help"],
			["resend", "-h"],
			["sign-out", "-h"],
			["delete", "-h"],
		]) {
			expect(await users(...words)).toMatchObject({
				code: 0,
				stderr: "",
				stdout: expect.stringContaining("Uso: npm run users --"),
			});
		}
	});
});

async function refused(words: string, message: RegExp): Promise<void> {
	const pending = users(...words.split(" ").filter(Boolean));
	await expectRefused(pending, message);
	expect((await pending).stderr).toMatch(/^[^\n]+\n$/);
}
