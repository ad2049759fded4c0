/**
 * Program of `npm run bench`, `fuzz`, `faults`, `soak` and `browsers`: installs packages and builds Relevo if needed, compiles
 * the laboratory, and runs one of its files. Usage: `measure.mjs <file below build/laboratory> [arguments]`
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { buildIfNeeded, installIfNeeded, root, run } from "../../scripts/prepare.mjs";

process.chdir(root);
installIfNeeded();
buildIfNeeded();
run(
	"npm",
	["run", "--silent", "build:laboratory"],
	"No se pudo compilar el laboratorio: mirá el error de arriba.",
);
const [program = ""] = process.argv.splice(2, 1);
process.argv[1] = resolve("build/laboratory", program);
await import(pathToFileURL(process.argv[1]).href);
