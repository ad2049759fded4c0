/** Installs npm packages that only the browser tests need, into a cache folder. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

export const cache = process.env.BROWSERS_CACHE ?? join(homedir(), ".cache", "relevo-browsers");

/** Thrown when a browser is not available; `npm run browsers` then skips this browser without failing. */
export class BrowserUnavailable extends Error {
	override name = "no está";
}

/**
 * Installs an exact version without running install scripts.
 * @returns the package's folder
 * @throws BrowserUnavailable when npm fails
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
		if (result.status !== 0) throw new BrowserUnavailable(`npm no dio ${name}@${version}`);
	}
	return folder;
}
