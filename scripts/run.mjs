/**
 * `node scripts/run.mjs PROGRAM [arguments]` runs a program, on a newer Node if this one is too old. In old syntax, for
 * old versions of Node, and with few imports, because each operator's command begins here.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isTooOld } from "./node-version.mjs";

if (isTooOld) import("./newer-node.mjs").then(({ goOnWithNewerNode }) => goOnWithNewerNode());
else {
	const [program = ""] = process.argv.splice(2, 1);
	const address = new URL(`../${program}`, import.meta.url);
	process.argv[1] = fileURLToPath(address);
	if (existsSync(address)) import(address.href);
	else {
		console.error(`Falta ${program}: compilá con npm start, o con npm ci && npm run build.`);
		process.exitCode = 1;
	}
}
