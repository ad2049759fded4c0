import { SqliteQueryCompiler } from "kysely";

/**
 * Encloses the parameters of each query in `likely`, which returns its argument. SQLite would plan a kept statement
 * again at each run if the best plan could depend on the value of a bare parameter, such as that of `user_id = ?`.
 */
export class FixedPlanCompiler extends SqliteQueryCompiler {
	protected override getCurrentParameterPlaceholder(): string {
		return "likely(?)";
	}
}
