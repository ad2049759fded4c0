/**
 * Removes the files that a running Relevo never loads, more than half of node_modules. The Dockerfile runs this
 * script; tests/programs/start/container.test.ts then runs the program. Usage: node prune-packages.mjs FOLDER
 */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const UNUSED_FOLDERS = [
	// Only Remix's type definitions need the compiler.
	"typescript",
	"@typescript",
	// Needed only to compile the database driver, whose package already contains the binary.
	"node-addon-api",
	"better-sqlite3/deps",
	"better-sqlite3/src",
];
/** Names of folders to remove from every package. */
const UNUSED_FOLDER_NAMES = ["test", "coverage"];
/** Files to remove: source maps, types and TypeScript sources. */
const UNUSED_FILES = /\.(map|[cm]?ts)$/;
const DRIVER = `linux-${process.arch}.node`;

const [folder = ""] = process.argv.slice(2);
/** @param {string[]} path */
const remove = (...path) => rmSync(join(...path), { recursive: true, force: true });

for (const name of UNUSED_FOLDERS) remove(folder, name);
for (const name of readdirSync(join(folder, "better-sqlite3/prebuilds"))) {
	if (name !== DRIVER) remove(folder, "better-sqlite3/prebuilds", name);
}
for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
	const isUnused = entry.isDirectory()
		? UNUSED_FOLDER_NAMES.includes(entry.name)
		: UNUSED_FILES.test(entry.name);
	if (isUnused) remove(entry.parentPath, entry.name);
}
