/**
 * `npm start`: from a fresh clone to a running site. Installs and builds only when the inputs have changed. Imports no
 * packages, because in a fresh clone none is installed.
 */
import { spawn, spawnSync } from "node:child_process";
import { memorySettings } from "./memory-settings.mjs";
import { buildIfNeeded, installIfNeeded, migrateDatabase, root, say } from "./prepare.mjs";

process.chdir(root);
// A blank setting counts as absent.
process.env.PORT ||= "3000";
const isDevelopment = process.argv.includes("--dev");
process.env.NODE_ENV = isDevelopment ? "development" : "production";

installIfNeeded();
buildIfNeeded();
if (isDevelopment) develop();

say("Base de datos y servidor");
const server = spawn(process.execPath, ["scripts/serve.mjs"], {
	// By the channel the server says that it listens: whatever else answers on the port may be another program.
	stdio: ["inherit", "inherit", "inherit", "ipc"],
	env: { ...memorySettings, ...process.env },
});
// Passes signals on to the server; this process exits after the server.
for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT"])) {
	process.on(signal, () => server.kill(signal));
}
stopWithoutNpm();
server.once("exit", (code) => process.exit(code ?? 1));
server.once("message", () => say(`Listo: ${process.env.APP_URL || `http://localhost:${process.env.PORT}`}`));

/** Stops the server when npm has ended: it passes a SIGTERM on to its shell only, which would leave the server running. */
function stopWithoutNpm() {
	if (!process.env.npm_lifecycle_event) return;
	const shell = process.ppid;
	const watch = setInterval(() => {
		if (process.ppid === shell) return;
		clearInterval(watch);
		server.kill("SIGTERM");
	}, 500).unref();
}

/** Runs the development server, then exits. */
function develop() {
	say("Base de datos");
	migrateDatabase();
	say("Servidor de desarrollo");
	const remix = spawnSync(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "dev"], {
		stdio: "inherit",
	});
	process.exit(remix.status ?? 1);
}
