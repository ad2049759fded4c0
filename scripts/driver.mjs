/**
 * Gives the program the better-sqlite3 that is right for this Node: that of package.json, which needs nothing, or on
 * Node 20 the older one, installed in a folder of its own so that neither takes the other's place. `npm run build` ends
 * with it, `npm start` and `npm test` check it each time.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import "./check-node.cjs";
import { fail, installIfNeeded, root, say } from "./prepare.mjs";

/** With its own package.json and lock file. */
const OLD_DRIVER = "scripts/runtime/better-sqlite3-12";

/** Whether this Node is the one that the driver of package.json does not run on. */
export const isNode20 = process.versions.node.startsWith("20.");

/** Installs what is missing, and ends with one line that says what to do when the driver does not work. */
export function prepareDriver() {
	if (!isNode20) return checkDriver(process.execPath, ".");
	installIfNeeded(OLD_DRIVER, "Instalando better-sqlite3 12 para Node 20", WHEN_NOT_COMPILED, [
		// Its script gets a binary or compiles one.
		"--ignore-scripts=false",
	]);
	// Where Node looks first for what the files of build/ import.
	mkdirSync("build/node_modules/better-sqlite3", { recursive: true });
	writeFileSync(
		"build/node_modules/better-sqlite3/index.js",
		'module.exports = require("../../../scripts/runtime/driver.cjs");\n',
	);
	writeFileSync("build/node_modules/better-sqlite3/package.json", '{ "main": "index.js" }\n');
	checkDriver(process.execPath, OLD_DRIVER);
}

const WHEN_NOT_COMPILED =
	"better-sqlite3 no se pudo instalar en Node 20, donde se compila: pasá a Node 24, que no compila nada, o instalá un compilador (en Debian: apt install python3 make g++) y probá de nuevo.";

/**
 * Opens a database with the driver that a folder's lock file names. In a process of its own: a wrong one ends it.
 * @param {string} node path of the Node that is to run it
 * @param {string} folder
 */
export function checkDriver(node, folder) {
	const packages = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")).packages;
	const wanted = packages["node_modules/better-sqlite3"].version;
	const program = `
		const SQLite = require("./node_modules/better-sqlite3");
		const { version } = require("./node_modules/better-sqlite3/package.json");
		const sqlite = new SQLite(":memory:").prepare("select sqlite_version()").pluck().get();
		console.log(JSON.stringify({ node: process.versions.node, version, sqlite }));`;
	const { status, stdout } = spawnSync(node, ["-e", program], { cwd: folder, encoding: "utf8" });
	const found = status === 0 ? JSON.parse(stdout) : undefined;
	if (found?.version !== wanted) {
		fail(
			`better-sqlite3 ${wanted} no anda en esta máquina (${found ? `está la ${found.version}` : "no carga"}): borrá ${join(folder, "node_modules")} y corré «npm ci» ahí.`,
		);
	}
	say(`Node ${found.node} con better-sqlite3 ${wanted} (SQLite ${found.sqlite})`);
}

if (process.argv[1] === import.meta.filename) {
	process.chdir(root);
	prepareDriver();
}
