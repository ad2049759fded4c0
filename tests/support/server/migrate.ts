import { spawn } from "node:child_process";
import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import SQLite from "better-sqlite3";
import { expect } from "vitest";
import { temporaryFolder } from "../temporary-folder";

/** File names of the project's migrations. */
export const shipped = readdirSync("db/migrations").sort();

/** Makes a folder with the project's migrations and seeds, and with additional migrations by file name. */
export function projectFolder(more: Record<string, string> = {}): string {
	const project = temporaryFolder();
	cpSync("db/migrations", join(project, "db/migrations"), { recursive: true });
	cpSync("db/seeds", join(project, "db/seeds"), { recursive: true });
	for (const [name, sql] of Object.entries(more)) writeFileSync(join(project, "db/migrations", name), sql);
	return project;
}

export function nextNumber(): string {
	return String(shipped.length + 1).padStart(4, "0");
}

interface Watch {
	/** Whether timing starts when the safety copy of the database exists, instead of when the process starts. */
	fromCopyOn?: boolean;
	/** Time in ms from the start of timing until the process is killed. */
	killMs?: number;
}

/**
 * Runs the built migration script.
 * @returns exit code, output, and in `ms` the duration from the start of timing
 */
export function migrate(
	project: string,
	path: string,
	{ fromCopyOn, killMs }: Watch = {},
): Promise<{ code: number | null; output: string; ms: number }> {
	const env = { PATH: process.env.PATH, NODE_ENV: "production" as const, DATABASE_PATH: path };
	return new Promise((done) => {
		const child = spawn(process.execPath, [resolve("build/scripts/migrate.js")], { env, cwd: project });
		let output = "";
		for (const stream of [child.stdout, child.stderr]) {
			stream.on("data", (chunk) => {
				output += chunk;
			});
		}
		let begun = fromCopyOn ? undefined : performance.now();
		const look = setInterval(() => {
			if (begun === undefined && safetyCopies(path).length > 0) begun = performance.now();
			if (begun === undefined || killMs === undefined || performance.now() - begun < killMs) return;
			child.kill("SIGKILL");
		}, 1);
		child.once("close", (code) => {
			clearInterval(look);
			done({ code, output, ms: performance.now() - (begun ?? performance.now()) });
		});
	});
}

/** Paths of the safety copies that migrations have made of a database, oldest first. */
export function safetyCopies(path: string): string[] {
	const names = readdirSync(dirname(path)).filter((name) => name.startsWith(`${basename(path)}.before-2`));
	return names.sort().map((name) => join(dirname(path), name));
}

/** Makes a copy of the migrated and seeded database. */
export function ownDatabase(folder: string, name: string): string {
	const path = join(folder, `${name}.sqlite`);
	cpSync(process.env.BASE_DATABASE ?? "", path);
	return path;
}

/** All rows of a database as text, without the times at which migrations and seeds ran. */
export function rowsOf(path: string): unknown {
	const sqlite = new SQLite(path, { readonly: true });
	const rows = dump(sqlite).replace(/"(run_at|updated_at)":\d+/g, "");
	expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
	sqlite.close();
	return rows;
}

export function dump(sqlite: SQLite.Database): string {
	const tables = sqlite
		.prepare<[], { name: string; sql: string }>(
			"SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name",
		)
		.all();
	return JSON.stringify(
		tables.map(({ name, sql }) => [name, sql, sqlite.prepare(`SELECT * FROM "${name}"`).all()]),
	);
}
