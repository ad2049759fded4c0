/**
 * Gives the days that a restore changes back a version above that which phones have of them: an app may leave out an
 * event whose version is lower than that of the one it shows.
 */
import type SQLite from "better-sqlite3";
import { hasTable } from "../checking/named-images";

/** @param sqlite the restored database, to which the present one is attached as `present` */
export function raiseVersions(sqlite: SQLite.Database, now = Date.now()): void {
	const tables = new Set(
		sqlite.prepare<[], string>("SELECT name FROM present.sqlite_schema WHERE type = 'table'").pluck().all(),
	);
	for (const [table, raise] of Object.entries(raising))
		if (tables.has(table) && hasTable(sqlite, table)) sqlite.prepare(raise).run({ now });
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
