import { execFile, spawn } from "node:child_process";
import { cpSync, readdirSync, watch, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import SQLite from "better-sqlite3";
import { expect, onTestFinished } from "vitest";
import { runMigrations } from "../../../scripts/operator/migrating/migrations";
import { temporaryFolder } from "../temporary-folder";
import { callCommand, type ProgramName } from "./operator";

/** File names of the project's migrations. */
export const shipped = readdirSync("db/migrations").sort();

/** Makes a folder with the seeds, the first `schema` migrations, and `more` migrations (SQL by file name). */
export function projectFolder(more: Record<string, string> = {}, schema = shipped.length): string {
	const project = temporaryFolder();
	for (const name of shipped.slice(0, schema))
		cpSync(join("db/migrations", name), join(project, "db/migrations", name));
	cpSync("db/seeds", join(project, "db/seeds"), { recursive: true });
	for (const [name, sql] of Object.entries(more)) writeFileSync(join(project, "db/migrations", name), sql);
	return project;
}

/** Makes an empty database of the schema before a migration, and the function that runs this migration on it. */
export function databaseBefore(title: string) {
	const folder = temporaryFolder();
	const sqlite = new SQLite(":memory:");
	onTestFinished(() => {
		sqlite.close();
	});
	const added = shipped.findIndex((name) => name.includes(title));
	const migrate = (names: readonly string[]) => {
		for (const name of names) cpSync(join("db/migrations", name), join(folder, name));
		runMigrations(sqlite, folder);
	};
	migrate(shipped.slice(0, added));
	return { sqlite, update: () => migrate(shipped.slice(added, added + 1)) };
}

export function nextNumber(): string {
	return String(shipped.length + 1).padStart(4, "0");
}

type Words = readonly [program: ProgramName, ...rest: string[]];

interface Kill {
	/** Ends the script with SIGKILL so many ms after it has begun the safety copy of the database. */
	copyingMs?: number;
	/** Ends the script with SIGKILL when the safety copy has half of its bytes, which no time hits for certain. */
	isHalfCopied?: true;
	/** Number of the step at which SIGKILL ends the script. */
	step?: number;
}

/**
 * Counts the script's steps, prints their number at the end, and ends the script at step KILL_AT. A step begins with
 * each statement that the script executes or prepares, with the end of a connection, and at `SELECT step()` in a
 * migration.
 */
const COUNT_STEPS = `import { createRequire } from "node:module";
	const SQLite = createRequire(${JSON.stringify(resolve("package.json"))})("better-sqlite3");
	const { close, exec, prepare } = SQLite.prototype;
	const known = new WeakSet();
	let steps = 0;
	const step = () => {
		if (++steps === Number(process.env.KILL_AT)) process.kill(process.pid, "SIGKILL");
		return steps;
	};
	SQLite.prototype.exec = function (sql) {
		if (!known.has(this)) known.add(this.function("step", step));
		step();
		return exec.call(this, sql);
	};
	SQLite.prototype.prepare = function (sql) {
		step();
		return prepare.call(this, sql);
	};
	SQLite.prototype.close = function () {
		step();
		return close.call(this);
	};
	process.once("exit", () => console.log("steps: " + steps));`;

/** Cuts the safety copy in half as soon as it is written, and ends the script. */
const KILL_AT_HALF_COPY = `import { statSync, truncateSync } from "node:fs";
	import { createRequire } from "node:module";
	const SQLite = createRequire(${JSON.stringify(resolve("package.json"))})("better-sqlite3");
	const { prepare } = SQLite.prototype;
	SQLite.prototype.prepare = function (sql) {
		const statement = prepare.call(this, sql);
		if (!sql.startsWith("VACUUM INTO")) return statement;
		return {
			run(path) {
				statement.run(path);
				truncateSync(path, statSync(path).size / 2);
				process.kill(process.pid, "SIGKILL");
			},
		};
	};`;

/** Runs the built migration script. Its number of steps is the last line of its output if `kill` names a step. */
export function migrate(
	project: string,
	path: string,
	{ copyingMs, isHalfCopied, step }: Kill = {},
): Promise<{ code: number | null; output: string }> {
	const settings = { NODE_ENV: "production" as const, DATABASE_PATH: path, KILL_AT: String(step) };
	const first = isHalfCopied ? KILL_AT_HALF_COPY : step === undefined ? undefined : COUNT_STEPS;
	const changed =
		first === undefined ? [] : ["--import", `data:text/javascript,${encodeURIComponent(first)}`];
	const args = [...changed, resolve("build/scripts/migrate.js")];
	return new Promise((done) => {
		const child = spawn(process.execPath, args, {
			env: { PATH: process.env.PATH, ...settings },
			cwd: project,
		});
		let output = "";
		for (const stream of [child.stdout, child.stderr]) {
			stream.on("data", (chunk) => {
				output += chunk;
			});
		}
		let timer: NodeJS.Timeout | undefined;
		const folder =
			copyingMs !== undefined &&
			watch(dirname(path), (_, name) => {
				if (name?.startsWith(`${basename(path)}.before.new`))
					timer ??= setTimeout(() => child.kill("SIGKILL"), copyingMs);
			});
		child.once("close", (code) => {
			clearTimeout(timer);
			if (folder) folder.close();
			done({ code, output });
		});
	});
}

/**
 * Numbers of `count` steps of a whole migration, from the first to the last and evenly distributed.
 * @param path of the database to migrate
 */
export async function stepsOf(project: string, path: string, count: number): Promise<number[]> {
	const { code, output } = await migrate(project, path, { step: 0 });
	expect(code).toBe(0);
	const last = Number(/steps: (\d+)\n$/.exec(output)?.[1]);
	return Array.from({ length: count }, (_, index) => 1 + Math.round((index * (last - 1)) / (count - 1)));
}

/** Runs a built command, with the project folder's migrations. */
export function runIn(
	project: string,
	[program, ...rest]: Words,
	path: string,
): Promise<{ code: number | null; output: string }> {
	const env = { PATH: process.env.PATH, ...settingsBeside(path) };
	return new Promise((done) => {
		const child = execFile(
			process.execPath,
			[resolve(`build/scripts/${program}.js`), ...rest],
			{ env, cwd: project },
			(_error, stdout, stderr) => done({ code: child.exitCode, output: stdout + stderr }),
		);
	});
}

/** Runs the migration script or another command in this process, while `migrate` and `runIn` start a new process. */
export async function callIn(
	project: string,
	[program, ...rest]: Words,
	path: string,
	settings: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
	const place = process.cwd();
	process.chdir(project);
	try {
		const { code, stdout, stderr } = await callCommand(program, rest, {
			...settingsBeside(path),
			...settings,
		});
		return { code, output: stdout + stderr };
	} finally {
		process.chdir(place);
	}
}

/** Settings of a command that uses this database, and images and backups beside the database. */
function settingsBeside(path: string) {
	const data = dirname(path);
	return {
		NODE_ENV: "production" as const,
		DATABASE_PATH: path,
		UPLOADS_DIR: join(data, "uploads"),
		BACKUPS_DIR: join(data, "backups"),
	};
}

/** Paths of the safety copies (made before migrations) of a database, oldest first. */
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

/**
 * All rows and table definitions as text, without the times at which migrations ran and rows changed, and without the
 * program version of each migration. Expects a database that passes SQLite's integrity check.
 */
export function rowsOf(path: string): unknown {
	const sqlite = new SQLite(path, { readonly: true });
	const rows = dump(sqlite).replace(
		/"(run_at|updated_at|corrected_at|changed_at)":\d+|"program":"[^"]*"/g,
		"",
	);
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
