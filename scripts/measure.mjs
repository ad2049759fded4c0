/**
 * `npm run bench`, `fuzz`, `faults` and `browsers`: makes ready what they read, as `npm test` does, then runs one of them
 * in this process: `measure.mjs <file below build/scripts> [its arguments]`.
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { prepareDriver } from "./driver.mjs";
import { buildIfNeeded, installIfNeeded, root } from "./prepare.mjs";

process.chdir(root);
installIfNeeded();
buildIfNeeded();
// The build may have been made by another Node, with the other driver.
prepareDriver();
const [program = ""] = process.argv.splice(2, 1);
process.argv[1] = resolve("build/scripts", program);
await import(pathToFileURL(process.argv[1]).href);
