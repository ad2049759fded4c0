/** Removes from a restored database the sessions, mailed links and the like that may have been revoked or used. */
import type SQLite from "better-sqlite3";
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
 * Removes from a restored database the rows with which somebody could sign in, read a calendar or get a mail, unless the
 * current database still contains these rows. Replaces the passwords by those in the current database.
 * @param sqlite the restored database
 * @param present path of the current database; undefined if no current database is used
 */
export function removeStaleAccess(sqlite: SQLite.Database, present: string | undefined): void {
	const isAttached = present !== undefined && attach(sqlite, present);
	for (const [table, columns] of Object.entries(accessTables)) {
		if (!hasTable(sqlite, table)) continue;
		const keeps = isAttached && hasColumns(sqlite, table, columns);
		const same = columns.map((column) => `now.${column} = main.${table}.${column}`).join(" AND ");
		const condition = keeps ? `WHERE NOT EXISTS (SELECT 1 FROM present.${table} AS now WHERE ${same})` : "";
		sqlite.exec(`DELETE FROM main.${table} ${condition}`);
	}
	if (isAttached) keepPasswords(sqlite);
	if (isAttached) sqlite.exec("DETACH present");
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
