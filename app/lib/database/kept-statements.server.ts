import type SQLite from "better-sqlite3";
import type { SqliteDatabase, SqliteStatement } from "kysely";

/** More than the program's hot queries. Queries whose text depends on the number of values are dropped in time. */
const MAX_STATEMENTS = 200;
/** A longer query, such as the insertion of many rows, is rare. */
const MAX_CHARACTERS = 4000;

/**
 * The database as Kysely uses it, which prepares each query anew. Keeps the statements of the last queries: preparing
 * a query of the overtime list took nearly as long as running it. SQLite itself prepares a kept statement again after
 * a change of the schema.
 */
export function withKeptStatements(database: SQLite.Database): SqliteDatabase {
	const statements = new Map<string, SqliteStatement>();
	return {
		prepare(sql) {
			const kept = statements.get(sql);
			const statement = kept ?? database.prepare(sql);
			if (sql.length > MAX_CHARACTERS) return statement;
			// The first key of the map is the one that was not used for the longest time.
			if (kept) statements.delete(sql);
			statements.set(sql, statement);
			const [oldest] = statements.size > MAX_STATEMENTS ? statements.keys() : [];
			if (oldest !== undefined) statements.delete(oldest);
			return statement;
		},
		close: () => database.close(),
	};
}
