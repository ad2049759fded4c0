import { describe, expect, test, vi } from "vitest";
import { sqlite } from "~/lib/database/db.server";
import { UnsafeDatabaseError } from "~/lib/database/safe-database.server";
import { migrateDatabase } from "../../scripts/operator/migrate-database";
import { send } from "../support/server/http-client";
import { patchedBuild } from "../support/server/patched-build";
import { startServer } from "../support/server/server";

/**
 * Patch that makes the build believe that the database is on a file system of this type. `type` is the number that
 * Linux gives to the type (statfs(2)).
 */
const onFileSystem = (type: number): [RegExp, string] => [/statfsSync\d*\(folder\)\.type/, String(type)];

// Relevo checks the file system only on Linux.
if (process.platform === "linux") describe("a database on a network disk", networkDisks);

function networkDisks(): void {
	test.each([
		["NFS", 0x6969],
		["CIFS", 0xff534d42],
		["SMB2", 0xfe534d42],
		["Ceph", 0xc36400],
	])("%s is refused with one line", async (name, type) => {
		const start = startServer({}, patchedBuild(onFileSystem(type)));
		const line = `La base de datos está en un disco de red (${name}), donde se puede dañar: ponela en uno de esta máquina (DATABASE_PATH).\n`;
		await expect(start).rejects.toThrow(`server ended with 1: ${line}`);
		const output = await start.catch(({ message }: Error) => message);
		expect(output).not.toMatch(/\n\s+at /);
	});

	test.each([
		["FUSE", 0x65735546],
		["9p", 0x1021997],
	])(
		"%s may be how a container sees this machine: the log gets one line, and the server starts",
		async (kind, type) => {
			const server = await startServer({}, patchedBuild(onFileSystem(type)));
			const line = server
				.output()
				.split("\n")
				.find((text) => text.includes("database_place_doubtful"));
			expect(JSON.parse(line ?? "null")).toMatchObject({ level: "warning", kind });
			expect((await send(server.origin, "/healthcheck")).text).toBe("ok\n");
			await server.stop();
		},
	);

	test("a local disk is not logged", async () => {
		const server = await startServer({}, patchedBuild(onFileSystem(0xef53)));
		expect(server.output()).not.toContain("doubtful");
		await server.stop();
	});
}

test("an SQLite version that may damage a database in WAL mode is refused with one line", async () => {
	const start = startServer(
		{},
		patchedBuild(['MIN_SQLITE_VERSION = "3.51.3"', 'MIN_SQLITE_VERSION = "3.100.0"']),
	);
	await expect(start).rejects.toThrow(
		/^server ended with 1: SQLite 3\.\d+\.\d+ puede dañar la base de datos: hace falta 3\.100\.0\. Corré «npm ci»\.\n$/,
	);
});

test("nor does an update write with such a version", async () => {
	vi.spyOn(sqlite, "close").mockReturnValue(sqlite);
	vi.spyOn(sqlite, "prepare").mockReturnValueOnce(Object({ pluck: () => ({ get: () => "3.51.2" }) }));
	await expect(migrateDatabase()).rejects.toThrow(UnsafeDatabaseError);
	vi.restoreAllMocks();
});
