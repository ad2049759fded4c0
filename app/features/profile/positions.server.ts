/** The shifts that people chose as their own, counted and changed for all people of a shift diagram at once. */
import { db } from "~/lib/database/db.server";
import type { CivilDate } from "~/lib/time/civil-date";

type Reader = Pick<typeof db, "selectFrom">;
type Writer = Pick<typeof db, "updateTable">;

/** How many people have the same choice in their profiles. */
export interface ChosenShifts {
	/** A first day of the cycle, for a personal position; null for a crew. */
	cycleStart: CivilDate | null;
	/** The crew in the profile, which a personal position overrides. */
	crew: string | null;
	people: number;
}

/** The different choices of the people who have chosen a crew or a personal position of a diagram. */
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

/** The different choices in the history of the people who have chosen a diagram; `people` is 0. */
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
 * Gives everybody who has made one choice of a diagram a crew in place of it, or null for none, in the profile and in
 * its history.
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
