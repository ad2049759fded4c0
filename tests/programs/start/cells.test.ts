import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IMAGE, seedDocument, seedImage, seedUser } from "../../support/accounts-on-disk";
import { post, send } from "../../support/server/http-client";
import { freePort } from "../../support/server/ports.mjs";
import { startServer, type TestServer } from "../../support/server/server";
import { waitUntil } from "../../support/server/wait-until";
import { temporaryFolder } from "../../support/temporary-folder";

/** Cells: installations on one machine, one per plant, without access to each other. */
interface Cell {
	host: string;
	server: TestServer;
	outbox: string;
	metrics: string;
	/** Cookie of a user with a photo in this cell. */
	cookie: string;
}

const cells: Cell[] = [];

beforeAll(async () => {
	for (const plant of ["norte", "sur", "oeste"]) {
		const host = `${plant}.relevo.example`;
		const [outbox, metricsPort] = [temporaryFolder(), await freePort()];
		const server = await startServer({
			APP_URL: `http://${host}`,
			OUTBOX_DIR: outbox,
			METRICS_PORT: String(metricsPort),
		});
		const { id, cookie } = seedUser(server.databasePath);
		seedDocument(server.databasePath, id, `Carné de ${plant}`);
		seedImage(server, id);
		cells.push({ host, server, outbox, metrics: `http://127.0.0.1:${metricsPort}`, cookie });
	}
});

afterAll(() => Promise.all(cells.map(({ server }) => server.stop())));

test("a cell responds only to its own host", async () => {
	for (const { server, host } of cells) {
		for (const other of cells) {
			const { status } = await send(server.origin, "/about", { headers: { host: other.host } });
			expect(status).toBe(other.host === host ? 200 : 421);
		}
	}
});

test("a session and a photo exist in their own cell only", async () => {
	for (const { cookie, server: home } of cells) {
		for (const { server, host } of cells) {
			const isHome = server === home;
			const account = await send(server.origin, "/auth/my-account", { headers: { host, cookie } });
			expect(account.status).toBe(isHome ? 200 : 302);
			const photo = await send(server.origin, `/images/${IMAGE}-320.webp`, { headers: { host, cookie } });
			// The other cells (installations) do not know the session, so their servers redirect to the sign-in page.
			expect(photo.status).toBe(isHome ? 200 : 302);
		}
	}
});

test("a mail is sent by its own cell, with that cell's address in it", async () => {
	const [first, ...others] = cells;
	if (!first) throw new Error("no cell");
	const fields = new URLSearchParams({
		username: "Persona",
		email: "nueva@example.com",
		password: "relevo-largo-77",
		confirmPassword: "relevo-largo-77",
	});
	await post(first.server.origin, "/auth/register", fields.toString(), { host: first.host });
	await waitUntil(
		() => readdirSync(first.outbox).some((name) => name.endsWith(".eml")),
		"the mail is written",
	);
	const [mail = ""] = readdirSync(first.outbox);
	expect(readFileSync(join(first.outbox, mail), "utf8")).toContain(`http://${first.host}/`);
	for (const { outbox } of others) expect(readdirSync(outbox)).toEqual([]);
});

test("a request counts only in its own cell's metrics", async () => {
	const [first, ...others] = cells;
	if (!first) throw new Error("no cell");
	await send(first.server.origin, "/security", { headers: { host: first.host } });
	const securityLine = /route="\/security"/;
	const read = async ({ metrics }: Cell) => (await send(metrics, "/metrics")).text;
	await expect.poll(() => read(first)).toMatch(securityLine);
	for (const other of others) expect(await read(other)).not.toMatch(securityLine);
});

test("a cell that stops does not affect the others, and keeps its own files", async () => {
	const [first, ...others] = cells;
	if (!first) throw new Error("no cell");
	first.server.process.kill("SIGKILL");
	for (const { server, host, cookie } of others) {
		const { status, text } = await send(server.origin, "/auth/my-documents", { headers: { host, cookie } });
		expect(status).toBe(200);
		expect(text).toContain(`Carné de ${host.split(".")[0]}`);
	}
	expect(existsSync(first.server.databasePath)).toBe(true);
});
