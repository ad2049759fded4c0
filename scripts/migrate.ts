/** Migrates the database to the newest schema and loads the seeds (initial data). Runs before every start. */
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseDiagram } from "~/features/diagrams/diagram-schema.server";
import { holidaysSchema } from "~/features/holidays/holiday-schema.server";
import { saveHolidaysAndReclassify } from "~/features/overtime/law/change-holidays.server";
import { reclassifyAll } from "~/features/overtime/law/reclassify-all.server";
import { correctDiagrams } from "~/features/shift/corrections/correct-diagrams.server";
import { sqlite } from "~/lib/database/db.server";
import {
	pendingMigrations,
	runMigrations,
	SchemaError,
	schemaVersion,
} from "~/lib/database/migrations.server";
import { keepFilesPrivate } from "~/lib/database/private-files.server";
import { checkDatabaseIsSafe, UnsafeDatabaseError } from "~/lib/database/safe-database.server";
import { makeSafetyCopy } from "~/lib/database/safety-copies.server";
import { LockedError, takeServerLock } from "~/lib/database/server-lock.server";
import { env } from "~/lib/env.server";

const MIGRATIONS = "db/migrations";
const SEEDS = "db/seeds";
/** How long to wait for the server lock: a stopping server may take 20 s to release it. */
const LOCK_WAIT_MS = 30_000;

try {
	checkDatabaseIsSafe(sqlite);
	if (isPending()) await migrateAndSeed();
	keepFilesPrivate();
} catch (error) {
	const isExpected = [LockedError, SchemaError, UnsafeDatabaseError].some((kind) => error instanceof kind);
	if (!(error instanceof Error && isExpected)) throw error;
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
} finally {
	sqlite.close();
}

/**
 * Whether there are migrations or seeds to run. Called before the lock is taken, so that starting beside a running
 * server needs no lock.
 * @throws SchemaError when the database is newer than this program
 */
function isPending(): boolean {
	return pendingMigrations(sqlite, MIGRATIONS).length > 0 || pendingSeeds().length > 0;
}

async function migrateAndSeed(): Promise<void> {
	const releaseLock = takeServerLock(env.DATABASE_PATH, LOCK_WAIT_MS);
	// Pending migrations are checked again under the lock: another process may have migrated already, perhaps to a
	// newer schema.
	if (isPending()) {
		await copyBeforeMigrating();
		for (const name of runMigrations(sqlite, MIGRATIONS)) console.log(`  migración ${name}`);
		const seeds = pendingSeeds();
		// A first start, without extras (overtime entries), only records the current overtime rules as applied. The
		// server applies new rules to existing extras later, while it runs.
		if (seeds.length > 0 && !hasExtras()) await reclassifyAll();
		for (const name of seeds) {
			await seed(name);
			sqlite.prepare("INSERT INTO seeds (name, run_at) VALUES (?, ?)").run(name, Date.now());
			console.log(`  datos ${name}`);
		}
	}
	releaseLock();
}

function hasExtras(): boolean {
	return sqlite.prepare("SELECT 1 FROM extras LIMIT 1").get() !== undefined;
}

/**
 * Copies the database, unless it is new.
 * @throws SchemaError when the database is newer than this program
 */
async function copyBeforeMigrating(): Promise<void> {
	const version = schemaVersion(sqlite);
	if (version === 0) return;
	try {
		console.log(`  copia de antes: ${await makeSafetyCopy(sqlite, version)}`);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new SchemaError(
			`No se pudo copiar la base de datos antes de actualizarla (${reason.replaceAll("\n", " ")}): no se cambió nada. ¿Hay lugar en el disco?`,
		);
	}
}

/**
 * The names of the seeds not loaded yet. Each seed is loaded only once, so that the operator's later corrections and
 * removals are preserved.
 */
function pendingSeeds(): string[] {
	const exists = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'seeds'").get();
	const done = exists ? sqlite.prepare<[], string>("SELECT name FROM seeds").pluck().all() : [];
	return readdirSync(SEEDS)
		.filter((file) => file.endsWith(".json"))
		.map((file) => basename(file, ".json"))
		.filter((name) => !done.includes(name));
}

async function seed(name: string): Promise<void> {
	const content: unknown = JSON.parse(readFileSync(`${SEEDS}/${name}.json`, "utf8"));
	if (name.startsWith("holidays")) return saveHolidaysAndReclassify(holidaysSchema.parse(content));
	if (!Array.isArray(content)) throw new Error(`${name}: se esperaba una lista`);
	await correctDiagrams(
		content.map((item) => {
			const parsed = parseDiagram(item);
			if (!parsed.success) throw parsed.error;
			return parsed.data;
		}),
	);
}
