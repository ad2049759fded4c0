/** Preparation steps shared by `npm start`, `npm test` and the container. Each step runs only when needed. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Prints the preparation step that begins.
 * @param {string} text
 */
export function say(text) {
	console.log(`· ${text}`);
}

/**
 * Prints one line of advice and exits.
 * @param {string} text @returns {never}
 */
export function fail(text) {
	console.error(`✗ ${text}`);
	process.exit(1);
}

/**
 * Runs `npm ci` in a folder when its lock file has changed since the last run.
 * @param {string} folder
 * @param {string} what the step to print
 * @param {string} failure the advice to print when the installation fails
 * @param {string[]} options for npm
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
	// The log level `error` hides npm's warning on Node 20 that the database driver in package.json does not support
	// this Node.
	const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
	run("npm", ["ci", "--include=dev", ...quiet, ...options], failure, folder);
	writeFileSync(stamp, wanted);
}

/** Builds the site when an input of the build has changed since the last build. */
export function buildIfNeeded() {
	const stamp = "build/.relevo-built";
	const sources = [
		"app",
		"db/schema.ts",
		"scripts",
		"package.json",
		"package-lock.json",
		"remix.config.js",
		"tsconfig.json",
	];
	const wanted = fingerprint(sources);
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
	say("Compilando");
	run("npm", ["run", "--silent", "build"], "No se pudo compilar: mirá el error de arriba.");
	mkdirSync("build", { recursive: true });
	writeFileSync(stamp, wanted);
}

/**
 * Runs a command; prints `message` and exits when the command fails.
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

/** Migrates the database. Exits if the migration fails; migrate.js has then printed the reason. */
export function migrateDatabase() {
	const program = ["--import", "./scripts/json-lines.mjs", "build/scripts/migrate.js"];
	const { status, signal } = spawnSync(process.execPath, program, { stdio: "inherit" });
	if (signal) fail(`La preparación de la base de datos terminó con ${signal}: ¿falta memoria?`);
	if (status !== 0) process.exit(1);
}

/**
 * Hash of the content of all files below the given paths.
 * @param {string[]} paths
 */
function fingerprint(paths) {
	const hash = createHash("sha256");
	for (const file of paths.flatMap(filesUnder).sort()) hash.update(file).update(readFileSync(file));
	return hash.digest("hex");
}

/**
 * All files below a path.
 * @param {string} path @returns {string[]}
 */
function filesUnder(path) {
	if (!statSync(path).isDirectory()) return [path];
	// node_modules is skipped, because the lock file determines its content.
	const names = readdirSync(path).filter((name) => name !== "node_modules");
	return names.flatMap((name) => filesUnder(join(path, name)));
}
