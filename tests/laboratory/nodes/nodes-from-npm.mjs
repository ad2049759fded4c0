/** Installs Node versions from npm on first use; each version has its own folder and lock file. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fail, installIfNeeded } from "../../../scripts/prepare.mjs";

/**
 * Node version of the production container. If `npm test` is started with Node 20, the tests run on this version
 * instead (vitest.config.ts).
 */
export const PRODUCTION_NODE = 24;

/** Returns the path of the Node executable, installing Node first if needed. @param {20 | 22 | 24 | 26} major */
export function nodeFromNpm(major) {
	const folder = `scripts/runtime/node-${major}`;
	const advice = "hace falta el registro de npm, o un Node 22, 24 o 26 propio para los tests.";
	installIfNeeded(folder, `Bajando Node ${major} de npm`, `No se pudo bajar Node ${major}: ${advice}`);
	const path = join(process.cwd(), folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
	if (!existsSync(path))
		fail(`npm no tiene Node ${major} para ${process.platform} ${process.arch}: ${advice}`);
	return path;
}
