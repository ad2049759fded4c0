import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

/** Linux's file system in memory. */
const IN_MEMORY = "/dev/shm";
/** Several times what the tests keep there at once. */
const ROOM_BYTES = 2_000_000_000;

/**
 * Makes one migrated and seeded database per test run. Each test file gets a copy, and so does each server without
 * DATABASE_PATH in its settings. Also names a folder for the compiled modules that the servers share.
 */
export default function setup(): () => void {
	// Each commit of the tests' databases would wait for a disk.
	if (process.env.TMPDIR === undefined && hasRoomInMemory()) process.env.TMPDIR = IN_MEMORY;
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

function hasRoomInMemory(): boolean {
	if (!existsSync(IN_MEMORY)) return false;
	const { bavail, bsize } = statfsSync(IN_MEMORY);
	return Math.min(bavail * bsize, freemem()) > ROOM_BYTES;
}
