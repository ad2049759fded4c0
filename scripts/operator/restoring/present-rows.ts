/** What a restored database takes over from the current one: who has access, and how new is what phones have read. */
import SQLite from "better-sqlite3";
import { hasTable } from "../checking/named-images";

/**
 * Tables whose rows may have been revoked or used after the restored copy was made, with the columns that identify a
 * row.
 */
const accessTables: Readonly<Record<string, readonly string[]>> = {
	sessions: ["token_hash"],
	devices: ["token_hash"],
	pending_registrations: ["token_hash"],
	mail_tokens: ["token_hash"],
	mail_codes: ["user_id", "purpose", "code_hash"],
	outbox: ["id"],
	calendar_feeds: ["user_id", "secret_hash"],
	passkeys: ["id", "public_key"],
	push_subscriptions: ["session_hash", "endpoint"],
};

/**
 * Removes from a restored database the rows with which somebody could sign in, read a calendar or get a mail, and gives the
 * days that the restore changes back a version above that which phones have of them: an app may leave out an event whose
 * version is lower than that of the one it shows.
 * @param sqlite the restored database
 * @param present path of the current database, if there is one. If it is damaged, which may be the reason for the restore,
 *   nothing is known of it
 * @param keepsAccess whether the rows that the current database still contains stay, with the passwords in it
 */
export function adaptToPresent(
	sqlite: SQLite.Database,
	present: string | undefined,
	keepsAccess: boolean,
): void {
	const isAttached = present !== undefined && attach(sqlite, present);
	removeStaleAccess(sqlite, isAttached && keepsAccess);
	if (!isAttached) return;
	raiseVersions(sqlite);
	sqlite.exec("DETACH present");
}

function removeStaleAccess(sqlite: SQLite.Database, keepsAccess: boolean): void {
	for (const [table, columns] of Object.entries(accessTables)) {
		if (!hasTable(sqlite, table)) continue;
		const keeps = keepsAccess && hasColumns(sqlite, table, columns);
		const same = columns.map((column) => `now.${column} = main.${table}.${column}`).join(" AND ");
		const condition = keeps ? `WHERE NOT EXISTS (SELECT 1 FROM present.${table} AS now WHERE ${same})` : "";
		sqlite.exec(`DELETE FROM main.${table} ${condition}`);
	}
	if (keepsAccess) keepPasswords(sqlite);
}

/** Copies the passwords of the current database (`present`): passwords changed after the copy was made stay changed. */
function keepPasswords(sqlite: SQLite.Database): void {
	const columns = ["id", "password_hash"];
	if (!hasTable(sqlite, "users") || !hasColumns(sqlite, "users", columns)) return;
	sqlite.exec(
		`UPDATE main.users SET password_hash = now.password_hash FROM present.users AS now
		WHERE now.id = main.users.id AND now.password_hash IS NOT main.users.password_hash`,
	);
}

/**
 * Attaches the server's current database to `sqlite`, the restored database, under the name `present`, so that one
 * statement can read both.
 * @returns false when the current database is damaged, which may be the reason for the restore
 */
function attach(sqlite: SQLite.Database, present: string): boolean {
	try {
		sqlite.prepare("ATTACH ? AS present").run(present);
		if (sqlite.pragma("present.quick_check(1)", { simple: true }) === "ok") return true;
	} catch {
		// The current database cannot be read, so the function returns false below.
	}
	const names = sqlite.prepare<[], string>("SELECT name FROM pragma_database_list").pluck().all();
	if (names.includes("present")) sqlite.exec("DETACH present");
	return false;
}

function hasColumns(sqlite: SQLite.Database, table: string, columns: readonly string[]): boolean {
	const present = sqlite
		.prepare<[string], string>("SELECT name FROM pragma_table_info(?, 'present')")
		.pluck()
		.all(table);
	return columns.every((column) => present.includes(column));
}

function raiseVersions(sqlite: SQLite.Database): void {
	for (const statement of raising) {
		try {
			sqlite.prepare(statement).run({ now: Date.now() });
		} catch (error) {
			// One of the two databases has an older schema, without the table or a column.
			if (!(error instanceof SQLite.SqliteError)) throw error;
		}
	}
}

/** How the rows of each table that has versions are raised. Of a person's feed, which has extras too, all days are. */
const raising = [
	`UPDATE main.diagramas SET updated_at = @now FROM present.diagramas AS later
		WHERE later.id = main.diagramas.id AND later.updated_at > main.diagramas.updated_at`,
	`UPDATE main.diagramas SET corrected_at = @now FROM present.diagramas AS later
		WHERE later.id = main.diagramas.id AND later.corrected_at > main.diagramas.corrected_at`,
	`INSERT OR REPLACE INTO main.changed_holidays
		SELECT date, @now FROM present.changed_holidays AS later WHERE changed_at >
			ifnull((SELECT changed_at FROM main.changed_holidays AS restored WHERE restored.date = later.date), 0)`,
	"UPDATE main.calendar_feeds SET updated_at = @now",
];
