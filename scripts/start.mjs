/**
 * `npm start`: from a fresh clone to a running site. Each step is done only when something it reads has changed.
 * Uses nothing but Node's own modules, because it runs before anything is installed.
 */
import { spawnSync } from "node:child_process";
import { connect } from "node:net";
import { pathToFileURL } from "node:url";
import { buildIfNeeded, checkNode, fail, installIfNeeded, root, say } from "./prepare.mjs";

process.chdir(root);
checkNode();
process.env.PORT ??= "3000";
const isDevelopment = process.argv.includes("--dev");
process.env.NODE_ENV = isDevelopment ? "development" : "production";

installIfNeeded();
buildIfNeeded();
say("Base de datos");
const migration = spawnSync(process.execPath, ["build/scripts/migrate.js"], { stdio: "inherit" });
if (migration.status !== 0) fail("No se pudo preparar la base de datos: mirá la línea de arriba.");

if (isDevelopment) {
	say("Servidor de desarrollo");
	const remix = spawnSync(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "dev"], {
		stdio: "inherit",
	});
	process.exit(remix.status ?? 1);
}

say("Servidor");
process.argv[2] = "build/index.js";
await import(pathToFileURL("node_modules/@remix-run/serve/dist/cli.js").href);
await listening(Number(process.env.PORT));
say(`Listo: ${process.env.APP_URL ?? `http://localhost:${process.env.PORT}`}`);

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
