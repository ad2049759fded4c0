/** What `npm start`, `npm test` and the container share: the steps of getting ready, each only when needed. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** One line per step. @param {string} text */
export function say(text) {
	console.log(`· ${text}`);
}

/** Ends with one line that says what to do. @param {string} text @returns {never} */
export function fail(text) {
	console.error(`✗ ${text}`);
	process.exit(1);
}

export function checkNode() {
	const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
	if (major < 20 || (major === 20 && minor < 19) || major > 24) {
		fail(
			`Relevo necesita Node 20.19 a 24; esta es la ${process.versions.node}. Instalá la 22 (LTS) y probá de nuevo.`,
		);
	}
}

/** Installs what the lock file says, when it has changed since the last time. */
export function installIfNeeded() {
	const stamp = "node_modules/.relevo-installed";
	const wanted = fingerprint(["package-lock.json"]);
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
	say("Instalando dependencias (npm ci)");
	run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], "No se pudieron instalar las dependencias.");
	if (!sqliteLoads()) {
		fail(
			"better-sqlite3 no se pudo compilar: instalá un compilador (en Debian: apt install python3 make g++) y corré «npm rebuild better-sqlite3».",
		);
	}
	writeFileSync(stamp, wanted);
}

/** Builds when a file that the build reads has changed since the last time. */
export function buildIfNeeded() {
	const stamp = "build/.relevo-built";
	const sources = ["app", "db/schema.ts", "scripts", "package-lock.json", "remix.config.js", "tsconfig.json"];
	const wanted = fingerprint(sources);
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
	say("Compilando");
	run("npm", ["run", "--silent", "build"], "No se pudo compilar: mirá el error de arriba.");
	mkdirSync("build", { recursive: true });
	writeFileSync(stamp, wanted);
}

/** Runs a command and ends with `message` when it fails. @param {string} command @param {string[]} args @param {string} message */
export function run(command, args, message) {
	const env = { ...process.env, VITE_CJS_IGNORE_WARNING: "true" };
	const result = spawnSync(command, args, {
		stdio: "inherit",
		env,
		shell: command === "npm" && process.platform === "win32",
	});
	if (result.status !== 0) fail(message);
}

export function migrateDatabase() {
	say("Base de datos");
	run(
		process.execPath,
		["build/scripts/migrate.js"],
		"No se pudo preparar la base de datos: mirá la línea de arriba.",
	);
}

function sqliteLoads() {
	try {
		const SQLite = createRequire(import.meta.url)("better-sqlite3");
		new SQLite(":memory:").close();
		return true;
	} catch {
		return false;
	}
}

/** Changes when the content of one of the files changes. @param {string[]} paths */
function fingerprint(paths) {
	const hash = createHash("sha256").update(process.versions.modules);
	for (const file of paths.flatMap(filesUnder).sort()) hash.update(file).update(readFileSync(file));
	return hash.digest("hex");
}

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
	if (!statSync(path).isDirectory()) return [path];
	return readdirSync(path).flatMap((name) => filesUnder(join(path, name)));
}
