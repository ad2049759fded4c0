/**
 * Migrates the database, then runs the server, in the container and for `npm start`. Except at a terminal, all
 * output is JSON. Needs the build and production dependencies.
 */
import { pathToFileURL } from "node:url";
import "./json-lines.mjs";
import { isTooOld, TOO_OLD } from "./node-version.mjs";
import { fail, migrateDatabase, root } from "./prepare.mjs";

if (isTooOld) fail(`${TOO_OLD}: instalá Node 24, de https://nodejs.org`);
process.chdir(root);
process.env.NODE_ENV ??= "production";
// Without a port, or with a blank one, remix-serve would take any that is free.
process.env.PORT ||= "3000";

migrateDatabase();

process.argv[2] = "build/index.js";
await import(pathToFileURL("node_modules/@remix-run/serve/dist/cli.js").href);
