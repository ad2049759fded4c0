/** Counts and replaces the crews and personal positions (start dates of the user's own cycle) of a diagram's users. */
import { db } from "~/lib/database/db.server";
import type { CivilDate } from "~/lib/time/civil-date";

type Reader = Pick<typeof db, "selectFrom">;
type Writer = Pick<typeof db, "updateTable">;

export interface ChosenShifts {
	/** Personal position: a date on which the user's own cycle starts. Null for a user with only a crew. */
	cycleStart: CivilDate | null;
	/** The crew in the profile. `cycleStart`, if set, takes precedence over the crew. */
	crew: string | null;
	people: number;
}

/**
 * Returns each combination of cycle start (personal position) and crew in the profiles of a diagram's users, with the
 * number of users who have this combination. Leaves out users without both.
 */
export async function listChosenShifts(diagram: string, trx: Reader = db): Promise<ChosenShifts[]> {
	return trx
		.selectFrom("users")
		.select((columns) => ["cycle_start as cycleStart", "crew", columns.fn.countAll<number>().as("people")])
		.where("diagram", "=", diagram)
		.where((columns) => columns.or([columns("cycle_start", "is not", null), columns("crew", "is not", null)]))
		.groupBy(["cycle_start", "crew"])
		.orderBy("cycle_start")
		.orderBy("crew")
		.execute();
}

/**
 * Returns each combination of cycle start (personal position) and crew in the histories of a diagram's users. Does not
 * count users: `people` is 0.
 */
export async function listFormerShifts(diagram: string, trx: Reader = db): Promise<ChosenShifts[]> {
	const rows = await trx
		.selectFrom("rotation_history")
		.select(["cycle_start as cycleStart", "crew"])
		.distinct()
		.where("diagram", "=", diagram)
		.execute();
	return rows.map((row) => ({ ...row, people: 0 }));
}

/** Returns the own cycles in the profiles (ids of diagrams) that at least `people` users have typed, most users first. */
export async function listOwnCycles(
	people: number,
): Promise<{ id: string; start: CivilDate; people: number }[]> {
	return db
		.selectFrom("users")
		.select((columns) => [
			"own_cycle as id",
			"cycle_start as start",
			columns.fn.countAll<number>().as("people"),
		])
		.where("own_cycle", "is not", null)
		.where("cycle_start", "is not", null)
		.groupBy("own_cycle")
		.having((columns) => columns.fn.countAll(), ">=", people)
		.orderBy("people", "desc")
		.orderBy("own_cycle")
		.$narrowType<{ id: string; start: string }>()
		.execute();
}

/**
 * Sets the crew to `newCrew` (null for no crew), and removes the cycle start (personal position), in all profiles and
 * histories of a diagram's users that contain exactly the given `cycleStart` and `crew`.
 */
export async function replaceChosenShifts(
	trx: Writer,
	diagram: string,
	{ cycleStart, crew }: Pick<ChosenShifts, "cycleStart" | "crew">,
	newCrew: string | null,
	now = Date.now(),
): Promise<void> {
	await trx
		.updateTable("users")
		.set({ crew: newCrew, cycle_start: null, updated_at: now })
		.where("diagram", "=", diagram)
		.where("cycle_start", "is", cycleStart)
		.where("crew", "is", crew)
		.execute();
	await trx
		.updateTable("rotation_history")
		.set({ crew: newCrew, cycle_start: null })
		.where("diagram", "=", diagram)
		.where("cycle_start", "is", cycleStart)
		.where("crew", "is", crew)
		.execute();
}
