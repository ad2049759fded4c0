/**
 * `npm run nodes`: on each supported Node, and on one that is too old, a fresh clone installs, starts, serves pages, stops
 * and runs its tests.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { nodeFromNpm } from "../../../scripts/newer-node.mjs";
import { fail, root, say } from "../../../scripts/prepare.mjs";
import { freePort } from "../../support/server/ports.mjs";
import { load, PUBLIC_PAGES, sendRequest } from "./nodes-load.mjs";

process.chdir(root);
const HELP = `npm run nodes -- [--only 20,22,24,26] [--no-tests] [--load 30m] [--load-on 24]

Cada Node instala, arranca y corre npm test en un clon nuevo del último commit.
--load deja además el servidor de uno bajo pedidos de todas clases (m minutos, s segundos).`;
/** Maximum time of a start in ms. It is long, because the first start installs and builds. */
const MAX_START_MS = 20 * 60_000;

const { values } = parseArgs({
	allowNegative: true,
	options: {
		only: { type: "string", default: "20,22,24,26" },
		tests: { type: "boolean", default: true },
		load: { type: "string" },
		"load-on": { type: "string", default: "24" },
		help: { type: "boolean" },
	},
});
if (values.help) {
	console.log(HELP);
	process.exit(0);
}
const majors = values.only.split(",").map(Number);
if (majors.some((major) => ![20, 22, 24, 26].includes(major))) fail(`--only: 20, 22, 24, 26\n\n${HELP}`);
const [, amount, unit] =
	/^(\d+)([ms])$/.exec(values.load ?? "0s") ?? fail(`--load: por ejemplo 30m\n\n${HELP}`);
const loadMs = Number(amount) * (unit === "m" ? 60_000 : 1000);

/** One table row per tested Node version. @type {Record<string, string>[]} */
const rows = [];
for (const major of majors) rows.push(await tryNode(/** @type {20 | 22 | 24 | 26} */ (major)));
console.table(rows);
process.exit(rows.every(({ passed }) => passed === "sí") ? 0 : 1);

/**
 * Tests one Node version and returns the version's table row.
 * @param {20 | 22 | 24 | 26} major @returns {Promise<Record<string, string>>}
 */
async function tryNode(major) {
	say(`Node ${major}`);
	const node = nodeFromNpm(major);
	const folder = mkdtempSync(join(tmpdir(), `relevo-node-${major}-`));
	const clone = join(folder, "clone");
	const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	process.once("exit", remove);
	git(["clone", "--quiet", "--no-hardlinks", root, clone]);
	/** Environment variables of all processes in the clone. @type {NodeJS.ProcessEnv} */
	const env = {
		...process.env,
		// Makes npm run the tested Node.
		PATH: dirname(node) + delimiter + process.env.PATH,
		PORT: String(await freePort()),
		HOST: "127.0.0.1",
	};
	const started = await start(clone, env);
	const row = { node: String(major), start: started.outcome, load: "", tests: "", passed: "no" };
	if (started.outcome.startsWith("listo")) {
		if (loadMs > 0 && values["load-on"] === String(major))
			row.load = `${values.load}: ${await load(env, clone, started.server, loadMs)}`;
		const code = await stop(started);
		if (code !== 0) row.start += `, terminó con ${code}`;
		if (values.tests) row.tests = await runTests(clone, env);
	} else await stop(started);
	const parts = [row.start, row.load, row.tests];
	row.passed = parts.every((text) =>
		/^(|listo en [^,]*|(?!.* con 500).* 0 sin respuesta|.* 0 failed)$/.test(text),
	)
		? "sí"
		: "no";
	if (row.passed === "sí") remove();
	else say(`Queda para mirar: ${folder}`);
	process.off("exit", remove);
	return row;
}

/** Starts the server of a clone and requests its public pages. @param {string} cwd @param {NodeJS.ProcessEnv} env */
async function start(cwd, env) {
	const begun = performance.now();
	// Starts without npm in between, so that SIGTERM reaches the server.
	const child = spawn("node", ["scripts/run.mjs", "scripts/start.mjs"], { cwd, env });
	const end = () => child.kill("SIGTERM");
	process.once("exit", end);
	const server = { child, output: "", ended: new Promise((resolve) => child.once("exit", resolve)) };
	for (const stream of [child.stdout, child.stderr]) {
		stream.on("data", (chunk) => {
			server.output += chunk;
		});
	}
	server.ended.then(() => process.off("exit", end));
	const isReady = () => server.output.includes("· Listo");
	while (!isReady() && child.exitCode === null && child.signalCode === null) {
		if (performance.now() - begun > MAX_START_MS) break;
		await sleep(100);
	}
	if (!isReady()) {
		console.error(server.output.slice(-2000));
		return { server, outcome: `no arrancó (${child.exitCode ?? child.signalCode})` };
	}
	const seconds = Math.round((performance.now() - begun) / 1000);
	const statuses = await Promise.all(PUBLIC_PAGES.map((path) => sendRequest(env, path)));
	const isHealthy = statuses.every(({ status }) => status === 200);
	return {
		server,
		outcome: isHealthy ? `listo en ${seconds} s` : `páginas: ${statuses.map(({ status }) => status)}`,
	};
}

/**
 * @param {{ server: { child: import("node:child_process").ChildProcess, ended: Promise<unknown> } }} started
 */
async function stop({ server }) {
	server.child.kill("SIGTERM");
	return server.ended;
}

/** @param {string} cwd @param {NodeJS.ProcessEnv} env */
async function runTests(cwd, env) {
	const log = join(dirname(cwd), "tests.txt");
	const child = spawn("node", ["scripts/run.mjs", "scripts/test.mjs"], { cwd, env });
	let output = "";
	for (const stream of [child.stdout, child.stderr]) {
		stream.on("data", (chunk) => {
			output += chunk;
		});
	}
	await new Promise((resolve) => child.once("close", resolve));
	writeFileSync(log, output);
	return output.trimEnd().split("\n").at(-1) ?? "";
}

/** Runs a git command; exits with a message when git fails. @param {string[]} args */
function git(args) {
	const { status, stderr } = spawnSync("git", args, { encoding: "utf8" });
	if (status !== 0) fail(`git ${args[0]}: ${stderr}`);
}
