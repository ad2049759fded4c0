import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { post } from "../support/server/http-client";
import { freePort } from "../support/server/ports.mjs";
import { startServer } from "../support/server/server";
import { startSmtp } from "../support/server/smtp";
import { waitUntil } from "../support/server/wait-until";

describe("the server", () => {
	test("sends after a restart the mail that an earlier run could not send", async () => {
		// A port that no outgoing connection takes before the second server of mails listens on it.
		const port = await freePort();
		const settings = { SMTP_URL: `smtp://127.0.0.1:${port}` };
		const first = await startServer(settings);
		const fields =
			"username=soldador&email=obrero%40planta.example&password=acero+frio&confirmPassword=acero+frio";
		expect((await post(first.origin, "/auth/register", fields)).status).toBe(303);
		const file = new SQLite(first.databasePath);
		const tried = file.prepare("SELECT 1 FROM outbox WHERE tries = 1");
		await waitUntil(() => tried.get() !== undefined, "one try");
		// A server that still runs would try again at once, and then put the next try off for minutes.
		const ended = once(first.process, "exit");
		first.process.kill("SIGKILL");
		await ended;
		file.exec("UPDATE outbox SET next_try_at = 0");
		file.close();
		const again = await startSmtp(port);
		const second = await startServer({ ...settings, DATABASE_PATH: first.databasePath });
		const mail = await again.waitForMail(({ to }) => to.includes("obrero@planta.example"));
		expect(mail.subject).toBe("Verificá tu correo en Relevo");
		await second.stop();
		await again.stop();
	});

	test("stops when the mail that it sends is taken, which would otherwise be sent again", async () => {
		const smtp = await startSmtp();
		onTestFinished(() => smtp.stop());
		smtp.answerLate(1500);
		const server = await startServer({ SMTP_URL: smtp.url });
		const fields =
			"username=soldador&email=obrero%40planta.example&password=acero+frio&confirmPassword=acero+frio";
		await post(server.origin, "/auth/register", fields);
		await smtp.waitForMail(() => true);
		const file = new SQLite(server.databasePath);
		onTestFinished(() => void file.close());
		const ended = once(server.process, "exit");
		server.process.kill("SIGTERM");
		expect(await ended).toEqual([0, null]);
		expect(file.prepare("SELECT kind FROM outbox").all()).toEqual([]);
	});

	test("without SMTP_URL writes a mail to a file for its owner only, and logs it without the address", async () => {
		const server = await startServer({});
		const folder = join(server.databasePath, "..", "outbox");
		await server.stop();
		const own = await startServer({ OUTBOX_DIR: folder });
		const fields =
			"username=soldador&email=obrero%40planta.example&password=acero+frio&confirmPassword=acero+frio";
		await post(own.origin, "/auth/register", fields);
		await waitUntil(() => own.output().includes('"event":"mail_written"'), "the mail is written");
		const [name = "", ...others] = readdirSync(folder);
		expect(others).toEqual([]);
		expect(name).toMatch(/^[\d-]+T[\d-]+Z-[\da-f-]{36}\.eml$/);
		expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
		const text = readFileSync(join(folder, name), "utf8");
		expect(text).toMatch(/^To: obrero@planta\.example\r$/m);
		expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
		expect(own.output()).not.toContain("obrero@planta.example");
		await own.stop();
	});
});
