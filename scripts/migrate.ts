/** Brings the database to the newest schema and fills in what the program ships. Run before every start. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { parseDiagram } from "~/features/diagrams/diagram-schema.server";
import { saveDiagrams } from "~/features/diagrams/diagrams.server";
import { holidaysSchema } from "~/features/holidays/holiday-schema.server";
import { saveHolidays } from "~/features/holidays/holidays.server";
import { reclassifyAround } from "~/features/overtime/reclassify.server";
import { sqlite } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { listMigrations, runMigrations, SchemaError, schemaVersion } from "~/lib/migrations.server";
import { checkDatabaseIsSafe, UnsafeDatabaseError } from "~/lib/safe-database.server";
import { LockedError, takeServerLock } from "~/lib/server-lock.server";

const MIGRATIONS = "db/migrations";
const SEEDS = "db/seeds";
/** A stopping server may take 20 s to let go of the database. */
const LOCK_WAIT_MS = 30_000;

try {
	checkDatabaseIsSafe(sqlite);
	if (isPending()) await migrateAndSeed();
} catch (error) {
	const isExpected = [LockedError, SchemaError, UnsafeDatabaseError].some((kind) => error instanceof kind);
	if (!(error instanceof Error && isExpected)) throw error;
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
} finally {
	sqlite.close();
}

/** Looked at before the lock is asked for, so that a second start beside a running server needs none. */
function isPending(): boolean {
	const version = schemaVersion(sqlite);
	return version !== listMigrations(MIGRATIONS).length || pendingSeeds().length > 0;
}

async function migrateAndSeed(): Promise<void> {
	const letGo = takeServerLock(env.DATABASE_PATH, LOCK_WAIT_MS);
	if (schemaVersion(sqlite) > 0) backUp();
	for (const name of runMigrations(sqlite, MIGRATIONS)) console.log(`  migración ${name}`);
	for (const name of pendingSeeds()) {
		await seed(name);
		sqlite.prepare("INSERT INTO seeds (name, run_at) VALUES (?, ?)").run(name, Date.now());
		console.log(`  datos ${name}`);
	}
	letGo();
}

/** The state before the change, once per version: `relevo.sqlite.before-2`. */
function backUp(): void {
	const copy = `${env.DATABASE_PATH}.before-${listMigrations(MIGRATIONS).length}`;
	if (existsSync(copy)) return;
	// Under its name only when it is whole: a copy that was cut short is made again.
	rmSync(`${copy}.new`, { force: true });
	sqlite.prepare("VACUUM INTO ?").run(`${copy}.new`);
	renameSync(`${copy}.new`, copy);
}

/** Each file is written once: what the operator corrects or removes afterwards stays so. */
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
	if (name.startsWith("holidays")) return saveHolidays(holidaysSchema.parse(content), reclassifyAround);
	if (!Array.isArray(content)) throw new Error(`${name}: se esperaba una lista`);
	return saveDiagrams(
		content.map((item) => {
			const parsed = parseDiagram(item);
			if (!parsed.success) throw parsed.error;
			return parsed.data;
		}),
	);
}
