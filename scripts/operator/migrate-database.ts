/** Migrates the database to the newest schema and loads the seeds (initial data). */
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { sqlite } from "~/lib/database/db.server";
import { checkDatabaseIsSafe } from "~/lib/database/safe-database.server";
import { takeServerLock } from "~/lib/database/server-lock.server";
import { env } from "~/lib/env.server";
import { operatorCommand, restoreWords } from "~/lib/files/operator-command.server";
import { howToGoBack } from "./going-back";
import {
	listMigrations,
	MIGRATIONS,
	pendingMigrations,
	runMigrations,
	SchemaError,
	schemaProblem,
	schemaVersion,
} from "./migrating/migrations";
import { keepFilesPrivate } from "./migrating/private-files";
import { makeSafetyCopy } from "./migrating/safety-copies";
import { withProgress } from "./progress";

const SEEDS = "db/seeds";
/** Longest wait for the server lock. A stopping server may hold the lock for 25 s. */
const LOCK_WAIT_MS = 30_000;

/**
 * Migrates and closes the database.
 * @throws LockedError, SchemaError or UnsafeDatabaseError, with messages for the operator
 */
export async function migrateDatabase(): Promise<void> {
	try {
		checkDatabaseIsSafe(sqlite);
		if (isPending()) await migrateAndSeed();
		keepFilesPrivate();
	} finally {
		sqlite.close();
	}
}

/**
 * Whether migrations or seeds (initial data) are pending.
 * @throws SchemaError when this version of the program does not know the database's schema
 */
function isPending(): boolean {
	const known = listMigrations();
	const problem = schemaProblem(sqlite, known);
	if (problem) {
		throw new SchemaError(`La base de datos ${problem}. ${howToGoBack(env.DATABASE_PATH, known.length)}`);
	}
	return pendingMigrations(sqlite).length > 0 || pendingSeeds().length > 0;
}

async function migrateAndSeed(): Promise<void> {
	const releaseLock = takeServerLock(env.DATABASE_PATH, LOCK_WAIT_MS);
	// Another process may have migrated the database before this process got the lock, perhaps to a newer schema.
	if (isPending()) {
		const seeds = await readSeeds(pendingSeeds());
		const copy = await copyBeforeMigrating();
		const ran = await withProgress("Actualizando la base de datos", (report) =>
			runMigrations(sqlite, MIGRATIONS, report),
		);
		for (const name of ran) console.log(`  migración ${name}`);
		// If the database has no extras (overtime entries), `refreshAllPay` only records that the current overtime rules
		// are applied. Otherwise the server applies new rules to the extras while it runs. Loaded only here, because it takes
		// the whole pay along, which a start without new seeds does not need.
		if (seeds.length > 0 && !hasExtras()) {
			const { refreshAllPay } = await import("~/features/extras/rows/stale-pay.server");
			await refreshAllPay();
		}
		for (const seed of seeds) {
			await saveSeed(seed, copy);
			console.log(`  datos ${seed.name}`);
		}
	}
	releaseLock();
}

function hasExtras(): boolean {
	return sqlite.prepare("SELECT 1 FROM extras LIMIT 1").get() !== undefined;
}

/**
 * Copies the database, unless it is new.
 * @returns path of the copy, or of a copy of the same data that an earlier start made
 * @throws SchemaError when the database cannot be copied
 */
async function copyBeforeMigrating(): Promise<string | undefined> {
	if (schemaVersion(sqlite) === 0) return undefined;
	try {
		const copy = await withProgress("Copiando la base de datos", () => makeSafetyCopy(sqlite));
		console.log(`  copia de antes: ${copy}`);
		return copy;
	} catch (error) {
		throw new SchemaError(
			`No se pudo copiar la base de datos antes de actualizarla: ${reasonOf(error)}. ${whatOlderCanDo()}`,
		);
	}
}

function pendingSeeds(): string[] {
	const exists = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'seeds'").get();
	const done = exists ? sqlite.prepare<[], string>("SELECT name FROM seeds").pluck().all() : [];
	return readdirSync(SEEDS)
		.filter((file) => file.endsWith(".json"))
		.map((file) => basename(file, ".json"))
		.filter((name) => !done.includes(name));
}

interface Seed {
	name: string;
	save: () => Promise<unknown>;
}

/**
 * Reads all seeds, before anything is written.
 * @throws SchemaError for a file with errors
 */
async function readSeeds(names: readonly string[]): Promise<Seed[]> {
	if (names.length === 0) return [];
	const { checkSeed } = await import("./check-seed");
	return names.map((name) => {
		const path = `${SEEDS}/${name}.json`;
		try {
			return { name, save: checkSeed(name, JSON.parse(readFileSync(path, "utf8"))) };
		} catch (error) {
			throw new SchemaError(`${path} tiene errores (${reasonOf(error)}). ${whatOlderCanDo()}`);
		}
	});
}

/**
 * Says in Spanish what the operator can do with the previous version of the program, after a start that failed before
 * it wrote anything. The database keeps the old schema, or the new one if an earlier start migrated it and then failed
 * to save the seeds.
 */
function whatOlderCanDo(): string {
	return pendingMigrations(sqlite).length > 0
		? "No se cambió nada, y la versión de antes puede seguir usando la base de datos."
		: schemaStays();
}

/**
 * Returns a Spanish sentence for the operator: the database has the new schema. The previous version of the program
 * can use this schema, or prints how to restore the copy from before the update.
 */
function schemaStays(): string {
	return `La base de datos ya tiene el esquema ${schemaVersion(sqlite)}: la versión de antes la usa así, o dice cómo volver a la copia de antes de actualizar.`;
}

/**
 * Saves a seed (initial data). The migrations, which are committed before, stay even if the seed cannot be saved.
 * @param copy path of the safety copy with the data from before this start, if any
 * @throws SchemaError when the seed cannot be saved
 */
async function saveSeed({ name, save }: Seed, copy: string | undefined): Promise<void> {
	try {
		await save();
		sqlite.prepare("INSERT INTO seeds (name, run_at) VALUES (?, ?)").run(name, Date.now());
	} catch (error) {
		const wayBack = copy
			? ` ${schemaStays()} Con el servidor parado, esto vuelve a los datos de antes de este arranque: ${operatorCommand(restoreWords(basename(copy), "--replace"))}`
			: "";
		throw new SchemaError(
			`No se terminaron de guardar los datos ${name} (${reasonOf(error)}). Arrancá de nuevo: sigue desde ahí.${wayBack}`,
		);
	}
}

function reasonOf(error: unknown): string {
	const reason = error instanceof Error ? error.message : String(error);
	return reason.replaceAll(/\s+/g, " ");
}
