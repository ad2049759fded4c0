/**
 * Migrates the database, then runs the server in this process. Run by the container, and by `npm start` after its
 * preparations. Needs the build and the production dependencies.
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
