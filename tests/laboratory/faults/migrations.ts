/** Kills each migration midway, and runs all migrations in two processes at once. */
import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Measurement } from "../figures/measurement";
import { numberText, zeroRows } from "../figures/table";
import { startRelevo } from "../servers/programs";
import {
	countMigrations,
	type DatabaseContent,
	type MigrationFolder,
	makeDatabaseBeforeLast,
	makeMigrationFolder,
	readDatabase,
	runMigrateScript,
	safetyCopies,
} from "./migration-runs";

/** Times of the kills, as fractions of the estimated time until the migration's commit. */
const KILL_FRACTIONS = [0.1, 0.4, 0.7, 0.85, 0.95, 1.05, 1.2, 1.6];
/**
 * Factor that corrects the estimated time until the commit, so that the next kills come close to the commit. A kill
 * before the commit multiplies the estimate by this factor; a kill after the commit divides it.
 */
const CORRECTION = 1.08;
/** After one kill in ten of the project's own migrations, the whole server is started too, on the migrated database. */
const BOOT_ONE_IN = 10;
/** The project's folder, with all migrations. */
const PROJECT_FOLDER = ".";

export interface MigrationKills {
	/** Number of kills after which the database has the old schema. */
	old: number;
	new: number;
	/** Duration of the migration without a kill, in ms. */
	ms: number;
	wrong: string[];
}

/** Kills a migration at `points` moments. Checks the database after each kill, and again after a complete migration. */
export async function killMigration(version: number | "long", points: number): Promise<MigrationKills> {
	const folder = makeMigrationFolder(version);
	const base = join(folder.path, "base.sqlite");
	makeDatabaseBeforeLast(folder, base);
	const before = existsSync(base) ? readDatabase(base) : undefined;
	const next = version === "long" ? folder.path : PROJECT_FOLDER;
	const whole = copyOf(base, folder, "whole");
	const { ms } = await runSuccessfully(folder.path, whole);
	const after = readDatabase(whole);
	await runSuccessfully(next, whole);
	const expected = readDatabase(whole);

	const result: MigrationKills = { old: 0, new: 0, ms, wrong: [] };
	// Estimated time in ms until the migration commits. Each kill shows whether the estimate is too long or too short.
	let commitMs = ms / 2;
	for (let point = 0; point < points; point++) {
		const path = copyOf(base, folder, "killed");
		const killMs = commitMs * (KILL_FRACTIONS[point % KILL_FRACTIONS.length] ?? 1);
		const note = (text: string) =>
			result.wrong.push(`migración ${version}, a los ${numberText(killMs, 1)} ms: ${text}`);
		await runMigrateScript(folder.path, path, killMs);
		const found = readCopy(path, folder);
		for (const damage of found?.damage ?? []) note(damage);
		const isNew = found?.content === after.content;
		if (isNew) result.new++;
		else if (isOld(found, before)) result.old++;
		else note("ni el esquema de antes ni el nuevo");
		commitMs *= isNew ? 1 / CORRECTION : CORRECTION;
		await runSuccessfully(next, path).catch((error: Error) => note(error.message));
		if (readDatabase(path).content !== expected.content) note("el arranque siguiente dejó otra cosa");
		const boots = version !== "long" && point % BOOT_ONE_IN === 0;
		if (boots) await boot(path).catch((error: Error) => note(error.message));
		const beside = ["-wal", "-shm", ".lock"].map((ending) => path + ending);
		for (const file of [path, ...beside, ...safetyCopies(path)]) rmSync(file, { force: true });
	}
	folder.remove();
	return result;
}

/**
 * Migrates a new database in two processes at once, `times` times.
 * @returns one text for each failed process and for each database with wrong contents
 */
export async function startConcurrently(times: number): Promise<string[]> {
	const folder = makeMigrationFolder(countMigrations());
	const alone = join(folder.path, "alone.sqlite");
	await runSuccessfully(PROJECT_FOLDER, alone);
	const expected = readDatabase(alone).content;
	const wrong: string[] = [];
	for (let time = 0; time < times; time++) {
		const path = join(folder.path, `together-${time}.sqlite`);
		const starts = [runSuccessfully(PROJECT_FOLDER, path), runSuccessfully(PROJECT_FOLDER, path)];
		for (const start of await Promise.allSettled(starts))
			if (start.status === "rejected") wrong.push(String(start.reason));
		if (readDatabase(path).content !== expected) wrong.push("dos arranques a la vez dejaron otra cosa");
	}
	folder.remove();
	return wrong;
}

export async function measureMigrations(points: number): Promise<Measurement> {
	const zeroRow = zeroRows("migrations");
	const measurement: Measurement = { rows: [], problems: [] };
	const shipped = Array.from({ length: countMigrations() }, (_, index) => index + 1);
	for (const version of [...shipped, "long" as const]) {
		const kills = await killMigration(version, points);
		const name = version === "long" ? "una larga inventada" : `la ${version}`;
		const found = `${kills.old} quedaron antes, ${kills.new} después; tarda ${numberText(kills.ms)} ms`;
		measurement.rows.push(zeroRow(`${points} kill -9 durante ${name}: otra cosa`, kills.wrong, found));
		measurement.problems.push(...kills.wrong);
	}
	const together = await startConcurrently(10);
	measurement.rows.push(zeroRow("10 × dos primeros arranques a la vez: otra cosa", together));
	measurement.problems.push(...together);
	return measurement;
}

function copyOf(base: string, folder: MigrationFolder, name: string): string {
	const path = join(folder.path, `${name}.sqlite`);
	if (existsSync(base)) cpSync(base, path);
	return path;
}

/** Reads a copy of the database, so that the next migration finds the files as the kill left them. */
function readCopy(path: string, folder: MigrationFolder): DatabaseContent | undefined {
	if (!existsSync(path)) return undefined;
	const copy = join(folder.path, "copy.sqlite");
	for (const ending of ["", "-wal"]) {
		rmSync(copy + ending, { force: true });
		if (existsSync(path + ending)) cpSync(path + ending, copy + ending);
	}
	return readDatabase(copy);
}

/** Whether the data are as before the migration. A killed first migration may leave an empty migrations table. */
function isOld(found: DatabaseContent | undefined, before: DatabaseContent | undefined): boolean {
	if (before) return found?.content === before.content;
	return (
		!found ||
		(found.version === 0 && !/CREATE TABLE (?!IF NOT EXISTS migrations|migrations)/.test(found.content))
	);
}

async function runSuccessfully(folder: string, databasePath: string) {
	const run = await runMigrateScript(folder, databasePath);
	if (run.code !== 0) throw new Error(`migrate: ${run.output}`);
	return run;
}

async function boot(databasePath: string): Promise<void> {
	const relevo = await startRelevo({ DATABASE_PATH: databasePath });
	await relevo.stop();
}
