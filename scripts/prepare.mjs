/** What `npm start`, `npm test` and the container share: the steps of getting ready, each only when needed. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
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

/**
 * Installs what a folder's lock file says, when it has changed since the last time.
 * @param {string} folder
 * @param {string} what is done, for a line
 * @param {string} failure says what to do when it could not be done
 * @param {string[]} options of npm
 */
export function installIfNeeded(
	folder = ".",
	what = "Instalando dependencias",
	failure = "No se pudieron instalar las dependencias: mirá el error de arriba.",
	options = [],
) {
	const stamp = join(folder, "node_modules/.relevo-installed");
	const wanted = fingerprint([join(folder, "package-lock.json")]);
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
	say(`${what} (npm ci)`);
	// On Node 20 npm would warn of the driver, which is for the others.
	const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
	run("npm", ["ci", "--include=dev", ...quiet, ...options], failure, folder);
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

/**
 * Runs a command and ends with `message` when it fails.
 * @param {string} command @param {string[]} args @param {string} message @param {string} cwd
 */
export function run(command, args, message, cwd = ".") {
	const env = { ...process.env, VITE_CJS_IGNORE_WARNING: "true" };
	const result = spawnSync(command, args, {
		stdio: "inherit",
		env,
		cwd,
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

/** Changes when the content of one of the files changes. @param {string[]} paths */
function fingerprint(paths) {
	const hash = createHash("sha256");
	for (const file of paths.flatMap(filesUnder).sort()) hash.update(file).update(readFileSync(file));
	return hash.digest("hex");
}

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
	if (!statSync(path).isDirectory()) return [path];
	// What is installed there is named by its lock file.
	const names = readdirSync(path).filter((name) => name !== "node_modules");
	return names.flatMap((name) => filesUnder(join(path, name)));
}
