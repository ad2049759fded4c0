import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import SQLite from "better-sqlite3";
import { expect, test } from "vitest";
import { migrate, projectFolder } from "../../support/server/migrate";
import { startServer } from "../../support/server/server";

/** Paths on which the group or other users have any permission. */
function accessibleToOthers(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
		const path = join(entry.parentPath, entry.name);
		return statSync(path).mode & 0o077 ? [path.slice(folder.length + 1)] : [];
	});
}

test("a start creates files for their owner only", async () => {
	const project = projectFolder();
	const path = join(project, "datos/relevo.sqlite");
	expect((await migrate(project, path)).code).toBe(0);
	expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
	const server = await startServer({ DATABASE_PATH: path });
	// While the database is in use, the folder also contains the write-ahead log and the lock file.
	const reader = new SQLite(path);
	reader.prepare("SELECT count(*) FROM users").get();
	expect(readdirSync(dirname(path))).toEqual(expect.arrayContaining(["relevo.sqlite", "relevo.sqlite.lock"]));
	expect(accessibleToOthers(dirname(path))).toEqual([]);
	reader.close();
	await server.stop();
});

test("the next start restricts files that an older version left readable, and touches no other file", async () => {
	const project = projectFolder();
	const path = join(project, "datos/relevo.sqlite");
	await migrate(project, path);
	const folder = dirname(path);
	for (const name of ["relevo.sqlite.before-3", "relevo.sqlite.lock", "otro.txt"])
		writeFileSync(join(folder, name), "");
	for (const name of ["uploads", "db/data/outbox", "db/data/backups"])
		mkdirSync(join(project, name), { recursive: true });
	const open = [
		"datos",
		...readdirSync(folder).map((name) => `datos/${name}`),
		"uploads",
		"db/data/outbox",
		"db/data/backups",
	];
	for (const name of open)
		chmodSync(join(project, name), statSync(join(project, name)).isDirectory() ? 0o755 : 0o644);
	// What is private already is left alone: it may lie on a disk that is mounted for reading only.
	const kept = join(folder, "relevo.sqlite.before-4");
	writeFileSync(kept, "", { mode: 0o600 });
	const keptSince = statSync(kept).ctimeMs;
	expect((await migrate(project, path)).code).toBe(0);
	expect(statSync(kept).ctimeMs).toBe(keptSince);
	const still = open.filter((name) => statSync(join(project, name)).mode & 0o077);
	expect(still.map((name) => basename(name))).toEqual(["datos", "otro.txt"]);
});
