import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { post, send } from "../../support/server/http-client";
import { freePort } from "../../support/server/ports.mjs";
import { waitUntil } from "../../support/server/wait-until";
import { temporaryFolder } from "../../support/temporary-folder";

/** Path of the machine's Node 20. vitest.config.ts sets it when it starts the tests on a newer Node instead. */
const node20 = process.env.NODE_20;

test("the tests run on a Node version of production, with the driver of package.json", () => {
	expect(["22", "24", "26"]).toContain(process.versions.node.split(".")[0]);
});

if (node20) describe("on Node 20, with its own driver", () => testServer(node20));
else test("is skipped where the machine's Node is not 20", () => expect(node20).toBeUndefined());

function testServer(node: string): void {
	const folder = temporaryFolder();
	let server: ChildProcess;
	let output = "";
	let origin = "";
	const env = {
		PATH: process.env.PATH,
		NODE_ENV: "production" as const,
		HOST: "127.0.0.1",
		PORT: "",
		DATABASE_PATH: join(folder, "relevo.sqlite"),
		UPLOADS_DIR: join(folder, "uploads"),
		BACKUPS_DIR: join(folder, "backups"),
		OUTBOX_DIR: join(folder, "outbox"),
	};

	beforeAll(async () => {
		env.PORT = String(await freePort());
		origin = `http://localhost:${env.PORT}`;
		server = spawn(node, ["scripts/serve.mjs"], { env });
		for (const stream of [server.stdout, server.stderr]) {
			stream?.on("data", (chunk) => {
				output += chunk;
			});
		}
		server.once("exit", () => {
			output += '"event":"ended"';
		});
		await waitUntil(() => /"event":"(listening|ended)"/.test(output), "the server listens or has ended");
	});

	test("the program migrates the database, listens and serves pages that read and write it", async () => {
		expect(output).toContain("migración 0001");
		expect(output).toContain('"event":"listening"');
		for (const path of ["/home", "/diagrams/4turnos_7dias", "/security"]) {
			expect((await send(origin, path)).status, path).toBe(200);
		}
		const password = "acero frío 1900";
		const fields = { username: "Soldador", email: "obrero@planta.example", password };
		const form = new URLSearchParams({ ...fields, confirmPassword: password }).toString();
		expect((await post(origin, "/auth/register", form)).headers.location).toBe("/auth/verify-email");
	});

	test("an operator's command runs beside the server", () => {
		const { status, stdout } = spawnSync(node, ["build/scripts/users.js", "find", "obrero@planta.example"], {
			env,
			encoding: "utf8",
		});
		expect(stdout).toContain("obrero@planta.example");
		expect(status).toBe(0);
	});

	test("the program ends cleanly", async () => {
		server.kill("SIGTERM");
		await waitUntil(() => output.includes('"event":"ended"'), "the server has ended");
		expect(output).toContain('"event":"stopped"');
		expect(server.exitCode).toBe(0);
	});
}
