/**
 * Selects better-sqlite3, the database driver, for this version of Node: the driver in package.json or, on Node 20,
 * an older driver in a separate folder. Runs at the end of `npm run build`, at each `npm start`, and at each `npm test`
 * that needs the build.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail, installIfNeeded, root, say } from "./prepare.mjs";

/** Folder of the older database driver, for Node 20. */
const OLD_DRIVER = "scripts/runtime/better-sqlite3-12";

/** Whether this Node is version 20, which cannot run the driver in package.json. */
export const isNode20 = process.versions.node.startsWith("20.");

/** Installs the older driver on Node 20 if it is missing. Exits with advice when the driver does not work. */
export function prepareDriver() {
	if (!isNode20) return checkDriver(process.execPath, ".");
	installIfNeeded(OLD_DRIVER, "Instalando better-sqlite3 12 para Node 20", WHEN_NOT_COMPILED, [
		// Installation scripts are allowed, because better-sqlite3 downloads or compiles its binary.
		"--ignore-scripts=false",
	]);
	// Makes build/ import the older driver: Node searches build/node_modules first.
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
 * Checks that the database driver (better-sqlite3) in a folder can open a database. Runs the check in a child process,
 * because a wrong driver crashes Node.
 * @param {string} node path of the Node executable
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
