import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { asNode } from "../../support/server/as-node";
import { waitUntil } from "../../support/server/wait-until";
import { temporaryFolder } from "../../support/temporary-folder";

const LINE = "· Relevo necesita Node 22.14 o posterior, y este es el 20.20.2: sigue con el Node 24 de npm\n";
const PACKAGE = `node-${process.platform}-${process.arch}`;

describe("on Node 20, where npm's Node 24 is already there", () => {
	const folder = project();
	const bin = join(folder, `.cache/node-${productionVersion()}/node_modules`, PACKAGE, "bin");
	mkdirSync(bin, { recursive: true });
	symlinkSync(process.execPath, join(bin, "node"));

	test("a program says one line on stderr and goes on there, with its arguments, output and exit code", async () => {
		const program = `const [, file, ...words] = process.argv;
			console.log(JSON.stringify({ file, words, node: process.versions.node, path: process.env.PATH }));
			process.exit(7);`;
		const { child, ended } = start(folder, program, ["list", "--json"]);
		const { stdout, stderr } = await ended;
		expect(stderr).toBe(LINE);
		expect(JSON.parse(stdout)).toEqual({
			file: join(folder, "scripts/program.mjs"),
			words: ["list", "--json"],
			node: process.versions.node,
			path: `${bin}:${process.env.PATH}`,
		});
		expect(child.exitCode).toBe(7);
	});

	test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("%s reaches the program", async (signal) => {
		const program = `process.once("${signal}", () => { console.log("ends"); process.exit(0); });
			setTimeout(() => {}, 10_000);
			console.log("runs");`;
		const { child, ended, output } = start(folder, program);
		await waitUntil(() => output.stdout.includes("runs"), "the program runs");
		child.kill(signal);
		expect((await ended).stdout).toBe("runs\nends\n");
		expect(child.exitCode).toBe(0);
	});
});

test("without Internet one more line says what to do, and nothing half installed stays", async () => {
	const folder = project();
	const { child, ended } = start(folder, "console.log('runs')", [], {
		npm_config_registry: "http://127.0.0.1:1",
		npm_config_cache: join(folder, "npm"),
		npm_config_fetch_retries: "0",
	});
	expect(await ended).toEqual({
		stdout: "",
		stderr: `${LINE}✗ No se pudo traer Node 24 de npm a ${folder}/.cache (¿hay Internet?): instalá Node 24, de https://nodejs.org, y probá de nuevo.\n`,
	});
	expect(child.exitCode).toBe(1);
	expect(readdirSync(join(folder, ".cache"))).toEqual([]);
});

test("the server itself refuses an old Node in one line of the log", async () => {
	const { child, ended } = run(process.cwd(), "scripts/serve.mjs", [], { PORT: "otherwise it would start" });
	const { stdout, stderr } = await ended;
	expect(stderr).toBe("");
	expect(JSON.parse(stdout).text).toBe(
		"✗ Relevo necesita Node 22.14 o posterior, y este es el 20.20.2: instalá Node 24, de https://nodejs.org",
	);
	expect(child.exitCode).toBe(1);
});

/** A folder with what a start needs before any package is installed. */
function project(): string {
	const folder = temporaryFolder();
	for (const name of ["run.mjs", "node-version.mjs", "newer-node.mjs", "prepare.mjs", "runtime/node-24"]) {
		cpSync(join("scripts", name), join(folder, "scripts", name), { recursive: true });
	}
	return folder;
}

function productionVersion(): string {
	const manifest = JSON.parse(readFileSync("scripts/runtime/node-24/package.json", "utf8"));
	return manifest.optionalDependencies[PACKAGE];
}

/** Runs a program as if Node were 20. */
function start(folder: string, text: string, words: string[] = [], env: Record<string, string> = {}) {
	writeFileSync(join(folder, "scripts/program.mjs"), text);
	return run(folder, join(folder, "scripts/run.mjs"), ["scripts/program.mjs", ...words], env);
}

function run(cwd: string, file: string, words: string[] = [], env: Record<string, string> = {}) {
	const child: ChildProcess = spawn(process.execPath, [...asNode("20.20.2", "9"), file, ...words], {
		cwd,
		env: { ...process.env, ...env },
	});
	const output = { stdout: "", stderr: "" };
	for (const name of ["stdout", "stderr"] as const) {
		child[name]?.on("data", (chunk) => {
			output[name] += chunk;
		});
	}
	const ended = new Promise<typeof output>((resolve) => child.once("close", () => resolve(output)));
	return { child, ended, output };
}
