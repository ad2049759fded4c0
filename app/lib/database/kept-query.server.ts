import type { Compilable, CompiledQuery, RawBuilder } from "kysely";
import { db, noteFailure, sqlite } from "./db.server";

/**
 * A query for reading whose text is always the same. It is built and prepared once, since Kysely takes ten times as long
 * to build and run a short query as SQLite takes to answer it. Unless a transaction is open, it runs at once.
 * @param sample values that differ from each other and from every constant of the query, to know their places in it
 * @param build makes the query with the given values; called once, with `sample`
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
		// Another request's transaction is open on the same connection. Kysely waits for its end.
		if (sqlite.inTransaction) return (await db.executeQuery<Row>({ ...query, parameters })).rows;
		try {
			return statement.all(...parameters);
		} catch (error) {
			noteFailure(error);
			throw error;
		}
	};
}
