/** Migrates the database to the newest schema and loads the seeds (initial data). Runs before every start. */

import { UnsafeDatabaseError } from "~/lib/database/safe-database.server";
import { LockedError } from "~/lib/database/server-lock.server";
import { env } from "~/lib/env.server";
import { CommandError, explain } from "./operator/errors";
import { hasDatabase, refuseLostDatabase } from "./operator/fresh-site";
import { SchemaError } from "./operator/migrating/migrations";
import { actAsServer } from "./operator/server-user";
import { misspeltSettings } from "./operator/settings-advice";

for (const line of misspeltSettings(process.env)) console.log(line);

try {
	// Who asks for help, or to look only, wants no migration.
	if (process.argv.length > 2)
		throw new CommandError(
			"npm run migrate no lleva nada más: pone al día la base de datos, con una copia de la de antes. No se cambió nada.",
		);
	if (actAsServer())
		console.log(
			`Los datos son del usuario ${process.getuid?.()}, y esto lo corre root: si también el servidor, deja archivos que ese usuario no puede usar.`,
		);
	if (env.FRESH_SITE === undefined) refuseLostDatabase();
	else if (hasDatabase()) console.log("FRESH_SITE=1 ya no hace falta: sacalo de los ajustes.");
	const { migrateDatabase } = await import("./operator/migrate-database");
	await migrateDatabase();
} catch (error) {
	const isForOperator = [LockedError, SchemaError, UnsafeDatabaseError].some((kind) => error instanceof kind);
	const message = isForOperator && error instanceof Error ? error.message : explain(error);
	if (!message) throw error;
	process.stderr.write(`${message}\n`);
	process.exitCode = 1;
}
