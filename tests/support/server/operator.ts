import { execFile } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import SQLite from "better-sqlite3";
import { expect } from "vitest";

export interface Outcome {
	code: number;
	stdout: string;
	stderr: string;
}

/** Runs a built operator's command on the test's own database and uploads folder. */
export function runCommand(
	program: "backup" | "data" | "diagrams" | "holidays" | "mail" | "pictures" | "restore" | "users",
	words: readonly string[],
	settings: Record<string, string> = {},
): Promise<Outcome> {
	// INIT_CWD is npm's, and only sometimes there.
	const env = { ...process.env, INIT_CWD: process.cwd(), ...settings };
	return new Promise((resolve) => {
		execFile(
			process.execPath,
			[`build/scripts/${program}.js`, ...words],
			{ env, maxBuffer: 10_000_000 },
			(error, stdout, stderr) => {
				resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, stdout, stderr });
			},
		);
	});
}

/** The freshly migrated and seeded database again, in place of the one of the test before. */
export function resetDatabase(): void {
	const path = process.env.DATABASE_PATH ?? "";
	for (const ending of ["", "-wal", "-shm"]) rmSync(path + ending, { force: true });
	cpSync(process.env.BASE_DATABASE ?? "", path);
}

/** Every row of every table, as text: two equal ones mean that nothing was written. */
export function dumpDatabase(path = process.env.DATABASE_PATH ?? ""): string {
	return withDatabase((sqlite) => {
		const tables = sqlite
			.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
			.pluck()
			.all();
		return JSON.stringify(tables.map((name) => [name, sqlite.prepare(`SELECT * FROM "${name}"`).all()]));
	}, path);
}

/** Opens the database beside the program, as a second process does, and closes it again. */
export function withDatabase<Result>(
	use: (sqlite: SQLite.Database) => Result,
	path = process.env.DATABASE_PATH ?? "",
): Result {
	const sqlite = new SQLite(path);
	try {
		return use(sqlite);
	} finally {
		sqlite.close();
	}
}

/** A wrong input: its message on stderr, exit code 1, nothing on stdout, and not one row changed. */
export async function expectRefused(pending: Promise<Outcome>, message: RegExp): Promise<void> {
	const before = dumpDatabase();
	const outcome = await pending;
	expect(outcome.stderr).toMatch(message);
	expect(outcome).toMatchObject({ code: 1, stdout: "" });
	expect(outcome.stderr).not.toMatch(/Invalid|expected|\bat .+:\d+:\d+/);
	expect(dumpDatabase()).toBe(before);
}
