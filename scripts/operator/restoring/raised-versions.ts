/**
 * Gives the days that a restore changes back a version above that which phones have of them: an app may leave out an
 * event whose version is lower than that of the one it shows.
 */
import SQLite from "better-sqlite3";
import { hasTable } from "../checking/named-images";

/**
 * @param sqlite the restored database
 * @param replaced path of the current database. If it is damaged, which may be the reason for the restore, its versions
 *   are not known
 */
export function raiseVersions(sqlite: SQLite.Database, replaced: string): void {
	try {
		sqlite.prepare("ATTACH ? AS present").run(replaced);
		raise(sqlite);
	} catch (error) {
		if (!(error instanceof SQLite.SqliteError)) throw error;
	}
	const names = sqlite.prepare<[], string>("SELECT name FROM pragma_database_list").pluck().all();
	if (names.includes("present")) sqlite.exec("DETACH present");
}

function raise(sqlite: SQLite.Database): void {
	const tables = new Set(
		sqlite.prepare<[], string>("SELECT name FROM present.sqlite_schema WHERE type = 'table'").pluck().all(),
	);
	for (const [table, statement] of Object.entries(raising))
		if (tables.has(table) && hasTable(sqlite, table)) sqlite.prepare(statement).run({ now: Date.now() });
}

/** How the rows of each table that has versions are raised. Of a person's feed, which has extras too, all days are. */
const raising: Readonly<Record<string, string>> = {
	diagramas: `UPDATE main.diagramas SET updated_at = @now FROM present.diagramas AS later
		WHERE later.id = main.diagramas.id AND later.updated_at > main.diagramas.updated_at`,
	changed_holidays: `INSERT OR REPLACE INTO main.changed_holidays
		SELECT date, @now FROM present.changed_holidays AS later WHERE changed_at >
			ifnull((SELECT changed_at FROM main.changed_holidays AS restored WHERE restored.date = later.date), 0)`,
	calendar_feeds: "UPDATE main.calendar_feeds SET updated_at = @now",
};
