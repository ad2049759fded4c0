import { isDeepStrictEqual } from "node:util";
import { crewsOf, type Diagram } from "~/features/diagrams/cycle";
import { readDiagrams, saveDiagram } from "~/features/diagrams/diagrams.server";
import { crewOf } from "~/features/shift/rotation";
import { db, type Reader } from "~/lib/database/db.server";
import type { CivilDate } from "~/lib/time/civil-date";
import { CommandError } from "./errors";

/** Numbers of users whose profiles the correction of a diagram has changed. */
export interface ProfileChanges {
	/** Users whose personal position (cycle start) was replaced by the crew with the same calendar. */
	joined: number;
	/** Users whose crew or personal position was removed, because the crew no longer exists or the cycle has changed. */
	lost: number;
}

/**
 * Saves corrected diagrams. In the same transaction, replaces or removes the users' crews and personal positions
 * (cycle starts) that no longer fit their diagrams.
 * @param read the diagram from which the only one of `diagrams` was made
 * @returns the numbers of changed profiles, in the order of `diagrams`
 * @throws CommandError when another command has changed `read` meanwhile, which would be lost
 */
export async function correctDiagrams(
	diagrams: readonly Diagram[],
	read?: Diagram,
): Promise<ProfileChanges[]> {
	return db.transaction().execute(async (trx) => {
		const changes: ProfileChanges[] = [];
		for (const diagram of diagrams) {
			const before = (await readDiagrams(trx)).find(({ id }) => id === diagram.id);
			if (read && !isDeepStrictEqual(before, read))
				throw new CommandError(`${diagram.id} cambió mientras tanto: repetí el comando. No se cambió nada.`);
			await saveDiagram(trx, diagram, before);
			if (before?.cycle !== diagram.cycle) await forgetAnswers(trx, diagram.id);
			const change = { joined: 0, lost: 0 };
			const present = await listChosenShifts(diagram.id, trx);
			for (const chosen of [...present, ...(await listFormerShifts(diagram.id, trx))]) {
				const crew = crewAfter(before, diagram, chosen);
				if (crew === undefined) continue;
				await replaceChosenShifts(trx, diagram.id, chosen, crew);
				change[crew ? "joined" : "lost"] += chosen.people;
			}
			changes.push(change);
		}
		return changes;
	});
}

/**
 * Returns the crew to store for users with this cycle start and crew when `diagram` replaces `before`. Null removes
 * their crew and cycle start, which do not fit the corrected diagram; undefined keeps both.
 */
function crewAfter(
	before: Diagram | undefined,
	diagram: Diagram,
	{ cycleStart, crew }: ChosenShifts,
): string | null | undefined {
	if (cycleStart === null)
		return crew === null || crewsOf(diagram).some((known) => known === crew) ? undefined : null;
	if (before?.cycle !== diagram.cycle) return null;
	// Replaces the user's cycle start by a crew only if an operator has confirmed the diagram. Until then, the factory
	// may call this crew by another letter.
	return diagram.anchorConfirmed ? crewOf({ diagram, start: cycleStart }) : undefined;
}

type Writer = Pick<typeof db, "updateTable">;

interface ChosenShifts {
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
async function listFormerShifts(diagram: string, trx: Reader): Promise<ChosenShifts[]> {
	const rows = await trx
		.selectFrom("rotation_history")
		.select(["cycle_start as cycleStart", "crew"])
		.distinct()
		.where("diagram", "=", diagram)
		.execute();
	return rows.map((row) => ({ ...row, people: 0 }));
}

/** Forgets what users of a diagram have said of the shifts of their crew, which has others from now on. */
async function forgetAnswers(trx: Writer, diagram: string): Promise<void> {
	await trx
		.updateTable("users")
		.set({ answered_anchor: null })
		.where("diagram", "=", diagram)
		.where("answered_anchor", "is not", null)
		.execute();
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
async function replaceChosenShifts(
	trx: Writer,
	diagram: string,
	{ cycleStart, crew }: Pick<ChosenShifts, "cycleStart" | "crew">,
	newCrew: string | null,
): Promise<void> {
	await trx
		.updateTable("users")
		.set({ crew: newCrew, cycle_start: null, updated_at: Date.now() })
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
