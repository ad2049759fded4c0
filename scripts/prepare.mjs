/** Steps shared by `npm start`, `npm test` and the container. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Prints the step that begins.
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

/** Installs the packages when the lock file has changed. */
export function installIfNeeded() {
	const stamp = "node_modules/.relevo-installed";
	const wanted = fingerprint(["package-lock.json"]);
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
	say("Instalando dependencias (npm ci)");
	run(
		"npm",
		["ci", "--include=dev", "--loglevel=error"],
		"No se pudieron instalar las dependencias: mirá el error de arriba.",
	);
	writeFileSync(stamp, wanted);
}

/** Builds the site when an input has changed. */
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
 * Runs a command; prints `message` and exits when it fails.
 * @param {string} command @param {string[]} args @param {string} message
 */
export function run(command, args, message) {
	const env = { ...process.env, VITE_CJS_IGNORE_WARNING: "true" };
	const result = spawnSync(command, args, {
		stdio: "inherit",
		env,
		shell: command === "npm" && process.platform === "win32",
	});
	if (result.status !== 0) fail(message);
}

/** Migrates the database; exits when that fails. */
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

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
	if (!statSync(path).isDirectory()) return [path];
	// Leaves out node_modules, in which earlier versions kept Node and the driver.
	const names = readdirSync(path).filter((name) => name !== "node_modules");
	return names.flatMap((name) => filesUnder(join(path, name)));
}
