import type SQLite from "better-sqlite3";
import type { SqliteDatabase, SqliteStatement } from "kysely";

/** More than the program's frequent queries; rare ones are dropped again. */
const MAX_STATEMENTS = 200;
/** Longer queries, such as the insertion of many rows, are rare. */
const MAX_CHARACTERS = 4000;

/**
 * Keeps prepared statements for Kysely, which prepares each query every time: for the overtime list that takes
 * nearly as long as running it.
 */
export function withKeptStatements(database: SQLite.Database): SqliteDatabase {
	const statements = new Map<string, SqliteStatement>();
	return {
		prepare(sql) {
			const kept = statements.get(sql);
			const statement = kept ?? database.prepare(sql);
			if (sql.length > MAX_CHARACTERS) return statement;
			// The first key of a Map is the oldest, here the least recently used.
			if (kept) statements.delete(sql);
			statements.set(sql, statement);
			const [oldest] = statements.size > MAX_STATEMENTS ? statements.keys() : [];
			if (oldest !== undefined) statements.delete(oldest);
			return statement;
		},
		close: () => database.close(),
	};
}
