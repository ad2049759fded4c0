import type SQLite from "better-sqlite3";
import type { SqliteDatabase, SqliteStatement } from "kysely";

/** Maximum number of kept statements. The program has fewer different queries that run often. */
const MAX_STATEMENTS = 200;
/** Maximum length of a query whose statement is kept. Longer queries, such as insertions of many rows, are rare. */
const MAX_CHARACTERS = 4000;

/**
 * Makes a database keep its prepared statements. Kysely prepares a query anew at each run, which takes nearly
 * as long as the run itself (measured with the query of the overtime list).
 */
export function withKeptStatements(database: SQLite.Database): SqliteDatabase {
	const statements = new Map<string, SqliteStatement>();
	return {
		prepare(sql) {
			const kept = statements.get(sql);
			const statement = kept ?? database.prepare(sql);
			if (sql.length > MAX_CHARACTERS) return statement;
			// The first key of a Map is the oldest: here the least recently used query.
			if (kept) statements.delete(sql);
			statements.set(sql, statement);
			const [oldest] = statements.size > MAX_STATEMENTS ? statements.keys() : [];
			if (oldest !== undefined) statements.delete(oldest);
			return statement;
		},
		close: () => database.close(),
	};
}
