/**
 * `npm start`: from a fresh clone to a running site. Each step is done only when something it reads has changed.
 * Uses nothing but Node's own modules, because it runs before anything is installed.
 */
import { spawn, spawnSync } from "node:child_process";
import { connect } from "node:net";
import { prepareDriver } from "./driver.mjs";
import { memorySettings } from "./memory-settings.mjs";
import { buildIfNeeded, installIfNeeded, migrateDatabase, root, say } from "./prepare.mjs";

process.chdir(root);
process.env.PORT ??= "3000";
const isDevelopment = process.argv.includes("--dev");
process.env.NODE_ENV = isDevelopment ? "development" : "production";

installIfNeeded();
buildIfNeeded();
prepareDriver();
if (isDevelopment) develop();

const server = spawn(process.execPath, ["scripts/serve.mjs"], {
	stdio: "inherit",
	env: { ...process.env, ...memorySettings },
});
// The server ends by itself, cleanly, and we with it.
for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT"])) {
	process.on(signal, () => server.kill(signal));
}
server.once("exit", (code) => process.exit(code ?? 1));
await listening(Number(process.env.PORT));
say(`Listo: ${process.env.APP_URL ?? `http://localhost:${process.env.PORT}`}`);

/** Serves with reload on change, and ends with it. */
function develop() {
	migrateDatabase();
	say("Servidor de desarrollo");
	const remix = spawnSync(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "dev"], {
		stdio: "inherit",
	});
	process.exit(remix.status ?? 1);
}

/** Resolves when the port answers. remix-serve does not say so to whoever imports it. @param {number} port */
async function listening(port) {
	const answers = () =>
		new Promise((resolve) => {
			const socket = connect({ port, host: process.env.HOST ?? "localhost" });
			socket.once("connect", () => resolve(socket.destroy()));
			socket.once("error", () => resolve(undefined));
		});
	while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, 50));
}
