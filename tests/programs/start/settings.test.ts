import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { startServer } from "../../support/server/server";
import { temporaryFolder } from "../../support/temporary-folder";

const secret = "Zk3v9QpX7-mN2bR8wLsT4yHcJd6gFa1e";

describe("a start with an invalid setting ends with code 1 and one line about it", () => {
	const starts = [
		["the migrations", ["build/scripts/migrate.js"]],
		["the server", ["node_modules/@remix-run/serve/dist/cli.js", "build/index.js"]],
	] as const;
	const settings: Record<string, string>[] = [
		{ SESSION_SECRET: "changeme" },
		{ APP_URL: "relevo.ejemplo.ar" },
		{ PORT: "ochenta" },
		{ TZ_APP: "Marte" },
	];
	test.each(
		starts.flatMap(([what, command]) => settings.map((setting) => [what, setting, command] as const)),
	)("%s with %o", async (_what, setting, command) => {
		const folder = temporaryFolder();
		const { code, output } = await run(command, { DATABASE_PATH: join(folder, "relevo.sqlite"), ...setting });
		expect(code).toBe(1);
		expect(output).toMatch(new RegExp(`^Ajuste incorrecto: ${Object.keys(setting)[0]}: [^\\n]+\\n$`));
		expect(output).not.toContain("changeme");
		expect(existsSync(join(folder, "relevo.sqlite"))).toBe(false);
	});
});

test.each(["planta norte", "192.0.2.1"])(
	"a start with HOST=%s, where nothing can listen, names the setting",
	async (host) => {
		const env = { DATABASE_PATH: join(temporaryFolder(), "relevo.sqlite"), HOST: host };
		const { code, output } = await run(["scripts/serve.mjs"], env);
		expect(code).toBe(1);
		expect(eventsOf(output).at(-1)).toMatchObject({
			level: "error",
			text: expect.stringMatching(/^No se puede escuchar en .+ \(E\w+\): revisá HOST y PORT\.$/),
		});
	},
);

test("a start makes no folder in the root of the disk, where DATABASE_PATH is a typo", async () => {
	for (const path of ["/relevo-nope/x/db", "/relevo-nope/db"]) {
		const { code, output } = await run(["build/scripts/migrate.js"], { DATABASE_PATH: path });
		expect(code).toBe(1);
		expect(output).toMatch(/(^|\n)No existe la carpeta \/relevo-nope[^\n]* mkdir -p [^\n]+\n$/);
		expect(existsSync("/relevo-nope")).toBe(false);
	}
});

test("a start names a setting that is nearly one, and the server those that a site for others needs", async () => {
	const folder = temporaryFolder();
	const env = { DATABASE_PATH: join(folder, "relevo.sqlite"), UPLOADS_DIR: folder, BACKUPS_DIR: folder };
	const { code, output } = await run(["build/scripts/migrate.js"], { ...env, BACKUPS_EVERY: "5" });
	expect(code).toBe(0);
	expect(output).toMatch(/^Ajuste desconocido BACKUPS_EVERY, que no se usa: ¿es BACKUP_EVERY\?\n/);
	const server = await startServer({ APP_URL: "https://relevo.example" });
	// The server writes this line after the one by which its start is known.
	await expect
		.poll(() => server.output())
		.toContain('"event":"settings_unset","level":"warning","settings":"SMTP_URL, MAIL_FROM, ');
	await server.stop();
});

test("a refused start and a crash are logged as JSON events, and the last line gives the reason", async () => {
	const folder = temporaryFolder();
	const env = { DATABASE_PATH: join(folder, "relevo.sqlite") };
	const refused = await run(["scripts/serve.mjs"], { ...env, PORT: "ochenta" });
	expect(refused.code).toBe(1);
	expect(eventsOf(refused.output)).toEqual([
		expect.objectContaining({
			event: "message",
			level: "error",
			text: expect.stringMatching(/^Ajuste incorrecto: PORT: /),
		}),
	]);
	writeFileSync(env.DATABASE_PATH, "not a database");
	const broken = await run(["scripts/serve.mjs"], env);
	expect(broken.code).toBe(1);
	expect(eventsOf(broken.output)).toEqual([
		expect.objectContaining({
			event: "message",
			level: "error",
			text: expect.stringMatching(
				/^El archivo de DATABASE_PATH no es una base de datos sana .*: npm run backup -- list$/,
			),
		}),
	]);
	const defect = 'throw new Error("a defect");';
	const crashed = await run(["--import", "./scripts/json-lines.mjs", "-e", defect], {});
	expect(crashed.code).toBe(1);
	expect(eventsOf(crashed.output).at(-1)).toMatchObject({
		event: "crashed",
		level: "error",
		text: expect.stringContaining("a defect"),
	});
	const program = 'process.emitWarning("old"); console.warn("warned"); console.log("said");';
	const { output } = await run(["--import", "./scripts/json-lines.mjs", "-e", program], {});
	expect(eventsOf(output).map(({ level, text }) => [level, text])).toEqual([
		["error", "warned"],
		[undefined, "said"],
		["warning", "Warning: old"],
	]);
});

describe("the session secret", () => {
	const program = `await import("./build/index.js").catch(() => {});`;

	test("is created once by concurrent first starts: long, random and readable by its owner only", async () => {
		const folder = temporaryFolder();
		const database = { DATABASE_PATH: join(folder, "relevo.sqlite") };
		await Promise.all(Array.from({ length: 4 }, () => run(["-e", program], database)));
		const file = join(folder, "session-secret");
		const first = readFileSync(file, "utf8");
		expect(first).toMatch(/^[\w-]{43}$/);
		expect(statSync(file).mode & 0o777).toBe(0o600);
		await run(["-e", program], database);
		expect(readFileSync(file, "utf8")).toBe(first);
	});

	test("is created on a disk without hard links too", async () => {
		const folder = temporaryFolder();
		const unlinkable = `const fs = await import("node:fs");
			fs.default.linkSync = () => { throw Object.assign(new Error(), { code: "EPERM" }); };
			(await import("node:module")).syncBuiltinESMExports();`;
		await run(["-e", unlinkable + program], { DATABASE_PATH: join(folder, "relevo.sqlite") });
		const file = join(folder, "session-secret");
		expect(readFileSync(file, "utf8")).toMatch(/^[\w-]{43}$/);
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(readdirSync(folder).filter((name) => name.startsWith("session-secret"))).toHaveLength(1);
	});

	test("is not created when SESSION_SECRET is set, and an empty file is refused", async () => {
		const folder = temporaryFolder();
		const DATABASE_PATH = join(folder, "relevo.sqlite");
		await run(["-e", program], { DATABASE_PATH, SESSION_SECRET: secret });
		expect(existsSync(join(folder, "session-secret"))).toBe(false);
		writeFileSync(join(folder, "session-secret"), "");
		const { code, output } = await run(["-e", program], { DATABASE_PATH });
		expect(code).toBe(1);
		expect(output).toMatch(/^.*session-secret está dañado[^\n]*\n$/);
	});

	test("of another user, such as root who once started the server, is named with the command that gives it back", async () => {
		const file = join(temporaryFolder(), "session-secret");
		writeFileSync(file, secret.repeat(2));
		const unreadable = `const fs = await import("node:fs"); const { readFileSync } = fs.default;
			fs.default.readFileSync = (path, ...rest) => {
				if (path === ${JSON.stringify(file)}) throw Object.assign(new Error(), { code: "EACCES" });
				return readFileSync(path, ...rest);
			};
			(await import("node:module")).syncBuiltinESMExports();`;
		const DATABASE_PATH = join(dirname(file), "relevo.sqlite");
		expect(await run(["-e", unreadable + program], { DATABASE_PATH })).toEqual({
			code: 1,
			output: expect.stringMatching(/^No hay permiso para leer \S+, que .+: chown \d+ \S+session-secret\n$/),
		});
	});
});

function eventsOf(output: string): Record<string, unknown>[] {
	return output
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
}

function run(
	command: readonly string[],
	settings: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
	const env = { PATH: process.env.PATH, NODE_ENV: "production" as const, HOST: "127.0.0.1", ...settings };
	return new Promise((resolve) => {
		const child = spawn(process.execPath, command, { env });
		let output = "";
		for (const stream of [child.stdout, child.stderr]) {
			stream.on("data", (chunk) => {
				output += chunk;
			});
		}
		child.once("close", (code) => resolve({ code, output }));
	});
}
