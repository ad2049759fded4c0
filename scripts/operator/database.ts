/**
 * The database of a command, opened only when needed, so that help and wrong input create no file. Commands import
 * database modules inside functions for the same reason.
 */
import { statSync } from "node:fs";
import type SQLite from "better-sqlite3";
import { env } from "~/lib/env.server";
import { operatorCommand, startCommand } from "~/lib/files/operator-command.server";
import { CommandError } from "./errors";
import { refuseLostDatabase } from "./fresh-site";
import { howToGoBack } from "./going-back";
import { listMigrations, schemaProblem, schemaVersion } from "./migrating/migrations";

let opened: SQLite.Database | undefined;

/**
 * Checks that this version of the program can use the database.
 * @throws CommandError when the database is missing or lost, or has an older or unknown schema
 */
export async function requireMigratedDatabase(): Promise<void> {
	refuseLostDatabase();
	const toMigrate = `La base de datos ${env.DATABASE_PATH} no está al día. Primero corré ${startCommand()} (o ${operatorCommand("migrate")}).`;
	if (!statSync(env.DATABASE_PATH, { throwIfNoEntry: false }))
		throw new CommandError(toMigrate.replace("no está al día", "no existe"));
	const { sqlite } = await import("~/lib/database/db.server");
	opened = sqlite;
	const known = listMigrations();
	const problem = schemaProblem(sqlite, known);
	if (problem)
		throw new CommandError(`La base de datos ${problem}. ${howToGoBack(env.DATABASE_PATH, known.length)}`);
	if (schemaVersion(sqlite) < known.length) throw new CommandError(toMigrate);
}

export function closeDatabase(): void {
	opened?.close();
	opened = undefined;
}
