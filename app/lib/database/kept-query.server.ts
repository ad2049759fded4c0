import type { Compilable, CompiledQuery, RawBuilder } from "kysely";
import { db, noteFailure, sqlite } from "./db.server";

/**
 * Returns a function that runs a read query with constant SQL text. Builds and prepares the query only once, because
 * Kysely takes ten times as long for a short query as SQLite. While a transaction is open, the query waits for its end.
 * @param sample one example value for each parameter. The places of the parameters in the built query are found by
 *   these values, so no example value may occur elsewhere in the query
 * @param build makes the query; called only once, with `sample`
 */
export function keptQuery<Values extends Record<string, string | number>, Row>(
	sample: Values,
	build: (values: Values) => Compilable<Row> | RawBuilder<Row>,
): (values: Values) => Promise<Row[]> {
	let kept: ReturnType<typeof prepare> | undefined;
	const prepare = () => {
		const built: CompiledQuery<Row> = build(sample).compile(db);
		const query = { ...built, sql: withFixedPlan(built.sql) };
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
		// If another request has an open transaction, Kysely runs the query after the end of this transaction.
		if (sqlite.inTransaction) return (await db.executeQuery<Row>({ ...query, parameters })).rows;
		try {
			return statement.all(...parameters);
		} catch (error) {
			noteFailure(error);
			throw error;
		}
	};
}

/**
 * Encloses the parameters of a query in `likely`, which returns its argument. SQLite would plan the query again at
 * each run if the best plan could depend on the value of a bare parameter, such as that of `user_id = ?`.
 */
function withFixedPlan(sql: string): string {
	return sql.replaceAll("?", "likely(?)");
}
