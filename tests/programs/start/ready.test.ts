import { spawn } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { freePort } from "../../support/server/ports.mjs";
import { REMIX_SERVE } from "../../support/server/program";
import { temporaryFolder } from "../../support/temporary-folder";

describe("`npm start` says that the site is ready", () => {
	test("not when another program answers on its port", async () => {
		const port = await freePort();
		const other = createServer((socket) => socket.destroy());
		await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
		const { code, output } = await run([startWith("setTimeout(() => process.exit(1), 1000);")], {
			PORT: String(port),
		}).ended;
		other.close();
		expect(code).toBe(1);
		expect(output).not.toContain("Listo");
	});

	test("and where, also with blank settings, which count as absent", async () => {
		const server = 'console.log("port", process.env.PORT); process.send("listening"); process.disconnect();';
		const { code, output } = await run([startWith(server)], { PORT: "", APP_URL: "" }).ended;
		expect(code).toBe(0);
		expect(output).toContain("port 3000\n");
		expect(output).toContain("· Listo: http://localhost:3000\n");
	});

	test("when the server itself says that it listens", async () => {
		const folder = temporaryFolder();
		const DATABASE_PATH = join(folder, "relevo.sqlite");
		cpSync(process.env.BASE_DATABASE ?? "", DATABASE_PATH);
		const settings = {
			DATABASE_PATH,
			UPLOADS_DIR: folder,
			BACKUP_EVERY: "0",
			PORT: String(await freePort()),
		};
		const { child, ended } = run([REMIX_SERVE, "build/index.js"], settings);
		const message = await new Promise((resolve) => child.once("message", resolve));
		child.kill();
		await ended;
		expect(message).toBe("listening");
	});
});

test("a server that npm has left alone, ended by a signal, stops too", async () => {
	const server =
		'process.on("SIGTERM", () => process.exit(console.log("stopped"))); setInterval(() => {}, 9); console.log("up");';
	const { PATH } = process.env;
	const command = `"${process.execPath}" "${startWith(server)}"; true`;
	const shell = spawn("sh", ["-c", command], {
		env: { PATH, NODE_ENV: "production", npm_lifecycle_event: "start" },
	});
	let output = "";
	shell.stdout.on("data", (chunk) => {
		output += chunk;
		if (output.endsWith("up\n")) shell.kill();
	});
	await new Promise((resolve) => shell.once("close", resolve));
	expect(output).toMatch(/\nup\nstopped\n$/);
});

test("a command before anything was built says how to build", async () => {
	const { code, output } = await run(["scripts/run.mjs", "build/scripts/nothing.js"], {}).ended;
	expect([code, output]).toEqual([
		1,
		"Falta build/scripts/nothing.js: compilá con npm start, o con npm ci && npm run build.\n",
	]);
});

test("with a blank port the server and the health check of the container take the same", async () => {
	const print = "data:text/javascript,process.on('exit',()=>process.stdout.write('port '+process.env.PORT))";
	// Ends before it listens.
	const server = await run(["--import", print, "scripts/serve.mjs"], { PORT: "", TZ_APP: "Marte" }).ended;
	expect(server.code).toBe(1);
	expect(server.output).toMatch(/port 3000$/);
	const check = await run(["--import", print, "scripts/healthcheck.mjs"], { PORT: "" }).ended;
	expect(check.output).not.toContain("127.0.0.1:80");
});

/** `start.mjs` in a folder where nothing is to be installed or built, and with another program as the server. */
function startWith(server: string): string {
	const scripts = join(temporaryFolder(), "scripts");
	mkdirSync(scripts);
	for (const name of ["start.mjs", "memory-settings.mjs"])
		copyFileSync(join("scripts", name), join(scripts, name));
	writeFileSync(
		join(scripts, "prepare.mjs"),
		`export const root = ${JSON.stringify(join(scripts, ".."))};
		export const say = (text) => console.log("· " + text);
		export const [installIfNeeded, buildIfNeeded, migrateDatabase] = [() => {}, () => {}, () => {}];`,
	);
	writeFileSync(join(scripts, "serve.mjs"), server);
	return join(scripts, "start.mjs");
}

function run(command: readonly string[], settings: Record<string, string>) {
	const env = { PATH: process.env.PATH, NODE_ENV: "production" as const, HOST: "127.0.0.1", ...settings };
	const child = spawn(process.execPath, command, { env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
	let output = "";
	for (const stream of [child.stdout, child.stderr]) {
		stream?.on("data", (chunk) => {
			output += chunk;
		});
	}
	const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
		child.once("close", (code) => resolve({ code, output }));
	});
	return { child, ended };
}
