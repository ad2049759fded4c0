import { createECDH } from "node:crypto";
import { once } from "node:events";
import SQLite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { seedUser } from "../support/accounts-on-disk";
import { CERTIFICATE, pushBrowser, startPushService } from "../support/server/push-service";
import { startServer, type TestServer } from "../support/server/server";
import { waitUntil } from "../support/server/wait-until";

/** A zone in which it is noon now, so that no phone is quiet whenever this test runs. */
function zoneAtNoon(): string {
	const ahead = 12 - new Date().getUTCHours();
	return `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}

/** Makes a worker with a browser that gets notices, whose afternoon shift begins in about two hours. */
function seedWorker({ databasePath }: TestServer, zone: string, origin: string) {
	const today = new Date().toLocaleDateString("sv-SE", { timeZone: zone });
	const start = new Date(Date.parse(`${today}T12:00:00Z`) - 7 * 24 * 3_600_000).toISOString().slice(0, 10);
	const user = seedUser(databasePath, { diagram: "2turnos", cycle_start: start });
	const browser = pushBrowser(origin);
	const file = new SQLite(databasePath, { timeout: 5000 });
	file
		.prepare(
			`INSERT INTO push_subscriptions (session_hash, user_id, endpoint, p256dh, auth, created_at)
			SELECT token_hash, user_id, @endpoint, @p256dh, @auth, @now FROM sessions WHERE user_id = @id`,
		)
		.run({ id: user.id, now: Date.now(), ...browser.target });
	file.close();
	return { browser, today };
}

test("a notice arrives once, over TLS that is checked, although the server is killed while it sends it", async () => {
	const service = await startPushService();
	onTestFinished(() => service.stop());
	const zone = zoneAtNoon();
	const settings = { NODE_ENV: "test", TZ_APP: zone, PUSH_TEST_ORIGIN: service.origin };
	const trusting = { ...settings, NODE_EXTRA_CA_CERTS: CERTIFICATE };
	// Without trust in the certificate nothing arrives, and the notice is not lost.
	const first = await startServer(settings);
	const DATABASE_PATH = first.databasePath;
	seedKeys(DATABASE_PATH);
	const { browser, today } = seedWorker(first, zone, service.origin);
	await waitUntil(() => first.output().includes('"event":"push_failed"'), "the certificate is refused");
	// A server that is killed before it notes the failure loses the notice rather than sending it twice.
	await waitUntil(() => claimsIn(DATABASE_PATH) === 0, "the failure is noted");
	first.process.kill("SIGKILL");
	expect(service.pushes).toEqual([]);
	service.reply = "silence";
	const second = await startServer({ ...trusting, DATABASE_PATH });
	await waitUntil(() => service.pushes.length === 1, "the notice has arrived");
	second.process.kill("SIGKILL");
	service.reply = { status: 201 };
	const third = await startServer({ ...trusting, DATABASE_PATH });
	// A browser of somebody else shows when the look for what is due has come.
	const other = seedWorker(third, zone, service.origin);
	await waitUntil(() => service.pushes.length > 1, "another notice has arrived");
	const read = service.pushes.map((push) => [
		push.path,
		push.path === pathOf(browser) ? browser.read(push) : other.browser.read(push),
	]);
	const notice = { kind: "shift-T", date: today };
	expect(read).toEqual([
		[pathOf(browser), notice],
		[pathOf(other.browser), notice],
	]);
});

test("a notice that no service takes while the server stops is left for the next start", async () => {
	const service = await startPushService();
	onTestFinished(() => service.stop());
	service.reply = { status: 503, afterMs: 1500 };
	const zone = zoneAtNoon();
	const settings = { NODE_ENV: "test", TZ_APP: zone, PUSH_TEST_ORIGIN: service.origin };
	const server = await startServer({ ...settings, NODE_EXTRA_CA_CERTS: CERTIFICATE });
	seedKeys(server.databasePath);
	seedWorker(server, zone, service.origin);
	await waitUntil(() => service.pushes.length === 1, "the notice is being sent");
	const file = new SQLite(server.databasePath);
	onTestFinished(() => void file.close());
	const ended = once(server.process, "exit");
	server.process.kill("SIGTERM");
	expect(await ended).toEqual([0, null]);
	expect(file.prepare("SELECT kind FROM sent_notices").all()).toEqual([]);
});

const pathOf = ({ target }: ReturnType<typeof pushBrowser>) => new URL(target.endpoint).pathname;

/** Number of notices that are being sent, or were. */
function claimsIn(databasePath: string): number {
	const file = new SQLite(databasePath, { readonly: true });
	const count = file.prepare<[], number>("SELECT count(*) FROM sent_notices").pluck().get() ?? 0;
	file.close();
	return count;
}

/** The site's keys, as they would be after the first browser had asked. */
function seedKeys(databasePath: string): void {
	const keys = new SQLite(databasePath, { timeout: 5000 });
	const pair = createECDH("prime256v1");
	const publicKey = pair.generateKeys("base64url");
	keys.prepare("INSERT INTO push_keys VALUES (1, ?, ?)").run(publicKey, pair.getPrivateKey("base64url"));
	keys.close();
}
