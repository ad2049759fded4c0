import type SQLite from "better-sqlite3";
import type { SqliteDatabase, SqliteStatement } from "kysely";

/**
 * Maximum number of kept statements: more than the frequent queries of the program. Rare queries are dropped from
 * the cache again.
 */
const MAX_STATEMENTS = 200;
/** Maximum length of a query to keep. Longer queries, such as the insertion of many rows, are rare. */
const MAX_CHARACTERS = 4000;

/**
 * Wraps the database for Kysely, which prepares each query every time, and keeps the statements of the latest
 * queries. Without this cache, preparing a query of the overtime list takes nearly as long as running it. SQLite
 * prepares a kept statement again after a change of the schema.
 */
export function withKeptStatements(database: SQLite.Database): SqliteDatabase {
	const statements = new Map<string, SqliteStatement>();
	return {
		prepare(sql) {
			const kept = statements.get(sql);
			const statement = kept ?? database.prepare(sql);
			if (sql.length > MAX_CHARACTERS) return statement;
			// A Map keeps the order of insertion, so its first key is the least recently used query.
			if (kept) statements.delete(sql);
			statements.set(sql, statement);
			const [oldest] = statements.size > MAX_STATEMENTS ? statements.keys() : [];
			if (oldest !== undefined) statements.delete(oldest);
			return statement;
		},
		close: () => database.close(),
	};
}
