import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Makes one migrated and seeded database per test run. Each test file gets a copy, and so does each server without
 * DATABASE_PATH in its settings. Also names a folder for the compiled modules that the servers share.
 */
export default function setup(): () => void {
	const folder = mkdtempSync(join(tmpdir(), "relevo-base-"));
	const path = join(folder, "base.sqlite");
	// A build of an earlier version may have left a driver of its own.
	rmSync("build/node_modules", { recursive: true, force: true });
	const result = spawnSync(process.execPath, ["build/scripts/migrate.js"], {
		// Beside the data of a site that was tried here, a new database is refused.
		env: { ...process.env, NODE_ENV: "test", DATABASE_PATH: path, BACKUPS_DIR: folder, UPLOADS_DIR: folder },
		encoding: "utf8",
	});
	if (result.status !== 0) throw new Error(`migrate failed (is it built?): ${result.stderr}`);
	process.env.BASE_DATABASE = path;
	process.env.COMPILED_MODULES = join(folder, "compiled");
	return () => rmSync(folder, { recursive: true, force: true });
}
