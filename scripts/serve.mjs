/**
 * What the container runs, and `npm start` after its preparations: brings the database up to date, then serves in this
 * process. Needs the build and the dependencies for production.
 */
import { pathToFileURL } from "node:url";
import "./check-node.cjs";
import { migrateDatabase, root, say } from "./prepare.mjs";

process.chdir(root);
process.env.NODE_ENV ??= "production";

migrateDatabase();

say("Servidor");
process.argv[2] = "build/index.js";
await import(pathToFileURL("node_modules/@remix-run/serve/dist/cli.js").href);
