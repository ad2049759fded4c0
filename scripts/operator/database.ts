/**
 * The database of an operator's command. It is opened only when the command needs it, so that help and wrong input
 * never create a file. Commands import database modules inside their functions for the same reason.
 */
import { existsSync } from "node:fs";
import type SQLite from "better-sqlite3";
import { listMigrations, schemaVersion } from "~/lib/database/migrations.server";
import { env } from "~/lib/env.server";
import { CommandError } from "./errors";

const MIGRATIONS = "db/migrations";

let opened: SQLite.Database | undefined;

/**
 * Checks that the database exists and has the newest schema.
 * @throws CommandError when the database is missing, or its schema is older or newer than this program's
 */
export async function requireMigratedDatabase(): Promise<void> {
	const toMigrate = `La base de datos ${env.DATABASE_PATH} no está al día. Primero corré npm start (o npm run migrate).`;
	if (!existsSync(env.DATABASE_PATH))
		throw new CommandError(toMigrate.replace("no está al día", "no existe"));
	const { sqlite } = await import("~/lib/database/db.server");
	opened = sqlite;
	const wanted = listMigrations(MIGRATIONS).length;
	const version = schemaVersion(sqlite);
	if (version < wanted) throw new CommandError(toMigrate);
	if (version > wanted) {
		throw new CommandError(
			`La base de datos es de una versión más nueva (${version}) que este programa (${wanted}): actualizá el programa.`,
		);
	}
}

export function closeDatabase(): void {
	opened?.close();
	opened = undefined;
}
