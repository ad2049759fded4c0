/** What npm packages bring that is not among the dependencies: installed when it is first asked for, and kept. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

export const cache = process.env.BROWSERS_CACHE ?? join(homedir(), ".cache", "relevo-browsers");

/** The browser cannot be had here: no fault of it or of ours. */
export class Absent extends Error {
	override name = "no está";
}

/**
 * The folder of a package in this very version; nothing of it runs while it is installed.
 * @throws Absent without npm's registry
 */
export function install(name: string, version: string): string {
	const prefix = resolve(cache, `${name}-${version}`);
	const folder = join(prefix, "node_modules", name);
	if (!existsSync(folder)) {
		mkdirSync(prefix, { recursive: true });
		const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent", "--legacy-peer-deps"];
		const result = spawnSync("npm", ["install", ...options, "--prefix", prefix, `${name}@${version}`], {
			encoding: "utf8",
		});
		if (result.status !== 0) throw new Absent(`npm no dio ${name}@${version}`);
	}
	return folder;
}
