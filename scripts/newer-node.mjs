/** Goes on with a newer Node from npm, kept in `.cache`, where the installed one is too old. */
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { TOO_OLD } from "./node-version.mjs";
import { fail, root } from "./prepare.mjs";

/** Node version of the production container. */
const PRODUCTION_NODE = 24;

/** Runs this process's program on production's Node instead, and ends with its exit code. */
export async function goOnWithNewerNode() {
	// On stderr, because the output of an operator's command may go to a file.
	console.error(`· ${TOO_OLD}: sigue con el Node ${PRODUCTION_NODE} de npm`);
	const node = nodeFromNpm(PRODUCTION_NODE);
	// npm, and whatever it starts, run on the first `node` in PATH.
	const env = { ...process.env, PATH: dirname(node) + delimiter + process.env.PATH };
	const child = spawn(node, process.argv.slice(1), { stdio: "inherit", env });
	for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"])) {
		process.on(signal, () => child.kill(signal));
	}
	process.exit(await new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 1))));
}

/**
 * Installs a version of Node on first use. Exits with one line of advice when that fails.
 * @param {20 | 22 | 24 | 26} version
 * @returns path of the Node executable
 */
export function nodeFromNpm(version) {
	const source = join(root, `scripts/runtime/node-${version}`);
	const name = `node-${process.platform}-${process.arch}`;
	const { optionalDependencies } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
	const folder = join(root, `.cache/node-${optionalDependencies[name]}`);
	const file = `node_modules/${name}/bin/node`;
	if (!existsSync(folder)) install(source, folder, file);
	if (existsSync(folder)) return join(folder, file);
	return fail(
		`No se pudo traer Node ${version} de npm a ${dirname(folder)} (¿hay Internet?): instalá Node ${PRODUCTION_NODE}, de https://nodejs.org, y probá de nuevo.`,
	);
}

/**
 * Installs a package in a folder, under another name at first, so that the folder is never incomplete.
 * @param {string} source folder of the lock file
 * @param {string} folder
 * @param {string} file what the package must contain: npm succeeds without it, because the package is optional
 */
function install(source, folder, file) {
	const unfinished = `${folder}.new-${process.pid}`;
	const quickRetries = ["--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"];
	try {
		mkdirSync(unfinished, { recursive: true });
		for (const file of ["package.json", "package-lock.json"]) {
			copyFileSync(join(source, file), join(unfinished, file));
		}
		const words = ["ci", "--ignore-scripts", ...quickRetries];
		const { status } = spawnSync("npm", words, { cwd: unfinished, stdio: "ignore" });
		if (status === 0 && existsSync(join(unfinished, file))) renameSync(unfinished, folder);
	} catch {
		// The caller sees what is there: another process may have been faster.
	} finally {
		rmSync(unfinished, { recursive: true, force: true });
	}
}
