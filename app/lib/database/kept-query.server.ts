import type { Compilable, CompiledQuery, RawBuilder } from "kysely";
import { db, noteFailure, sqlite } from "./db.server";

/**
 * A read query whose SQL text is always the same. The query is built and prepared only once, because Kysely takes
 * ten times as long to build and run a short query as SQLite takes to execute it. The query runs immediately unless
 * a transaction is open.
 * @param sample values that differ from each other and from all constants of the query, by which their positions
 *   among the query's parameters are found
 * @param build makes the query with the given values; called only once, with `sample`
 */
export function keptQuery<Values extends Record<string, string | number>, Row>(
	sample: Values,
	build: (values: Values) => Compilable<Row> | RawBuilder<Row>,
): (values: Values) => Promise<Row[]> {
	let kept: ReturnType<typeof prepare> | undefined;
	const prepare = () => {
		const query: CompiledQuery<Row> = build(sample).compile(db);
		const names: (keyof Values)[] = Object.keys(sample);
		const places = query.parameters.map((value) => names.find((name) => sample[name] === value));
		const statement = sqlite.prepare<unknown[], Row>(query.sql);
		return { query, places, statement };
	};
	return async (values) => {
		kept ??= prepare();
		const { query, places, statement } = kept;
		const parameters = query.parameters.map((value, index) => {
			const name = places[index];
			return name === undefined ? value : values[name];
		});
		// A transaction of another request is open on the same connection, so the query goes through Kysely, which
		// waits for the end of the transaction.
		if (sqlite.inTransaction) return (await db.executeQuery<Row>({ ...query, parameters })).rows;
		try {
			return statement.all(...parameters);
		} catch (error) {
			noteFailure(error);
			throw error;
		}
	};
}
