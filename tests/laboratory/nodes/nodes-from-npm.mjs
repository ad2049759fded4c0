/** The Nodes of npm, for trying: each in a folder of its own with its own lock file, installed when first asked for. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fail, installIfNeeded } from "../../../scripts/prepare.mjs";

/** On what the container runs, and so the tests where the machine's own Node is an older one. */
export const PRODUCTION_NODE = 24;

/** The path of a Node of that major version. @param {20 | 22 | 24 | 26} major */
export function nodeFromNpm(major) {
	const folder = `scripts/runtime/node-${major}`;
	const advice = "hace falta el registro de npm, o un Node 22, 24 o 26 propio para los tests.";
	installIfNeeded(folder, `Bajando Node ${major} de npm`, `No se pudo bajar Node ${major}: ${advice}`);
	const path = join(process.cwd(), folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
	if (!existsSync(path))
		fail(`npm no tiene Node ${major} para ${process.platform} ${process.arch}: ${advice}`);
	return path;
}
