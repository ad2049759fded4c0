/** Counts and changes the chosen crews and personal positions of all users of a shift diagram. */
import { db } from "~/lib/database/db.server";
import type { CivilDate } from "~/lib/time/civil-date";

type Reader = Pick<typeof db, "selectFrom">;
type Writer = Pick<typeof db, "updateTable">;

/** Number of users with the same choice in their profiles. */
export interface ChosenShifts {
	/** For a personal position, a date on which the cycle starts; null for a crew. */
	cycleStart: CivilDate | null;
	/** The crew in the profile, which a personal position overrides. */
	crew: string | null;
	people: number;
}

/**
 * Lists the distinct crews and personal positions that users of a diagram have chosen, with the number of users.
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
 * Lists the distinct former crews and personal positions in the histories of a diagram's users. `people` is always
 * 0.
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

/**
 * Replaces one choice of a diagram by a crew (null for no crew), in the profiles and histories of all users with
 * this choice.
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
