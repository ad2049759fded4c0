import { isDeepStrictEqual } from "node:util";
import { db, keptUntilWrite, type Reader } from "~/lib/database/db.server";
import type { Diagram, ShiftLetter } from "./cycle";
import { diagramNames, findDiagramName } from "./diagram-ids";

/** All shift diagrams, at most eleven, in the order in which pages list them. */
export const listDiagrams = keptUntilWrite(() => readDiagrams(db));

export async function findDiagram(id: string): Promise<Diagram | undefined> {
	return (await listDiagrams()).find((diagram) => diagram.id === id);
}

/** Reads the shift diagrams in a transaction that may have changed them. */
export async function readDiagrams(reader: Reader): Promise<readonly Diagram[]> {
	const rows = await reader
		.selectFrom("diagramas")
		.select(["id", "cycle", "crews", "offset_days as offset", "anchor", "hours"])
		.select(["anchor_confirmed as anchorConfirmed", "closed_weekdays as closedWeekdays"])
		.orderBy("position")
		.execute();
	return rows.map((row) => ({
		...row,
		anchorConfirmed: row.anchorConfirmed === 1,
		hours: JSON.parse(row.hours),
		closedWeekdays: JSON.parse(row.closedWeekdays),
	}));
}

/**
 * Times of the last change of each stored shift diagram, by id, in UTC milliseconds.
 * @param of "updated_at" of any, "corrected_at" of one that has changed shifts
 */
export async function listDiagramChanges(of: "updated_at" | "corrected_at"): Promise<Map<string, number>> {
	const rows = await db
		.selectFrom("diagramas")
		.select(["id", `${of} as at`])
		.execute();
	return new Map(rows.map(({ id, at }) => [id, at]));
}

/** Id and label of the eleven known diagrams, even if the database lacks some. */
export const diagramLabels = diagramNames.map(({ id, label }) => ({ id, label }));

/**
 * The shift diagrams among which a visitor chooses.
 * @param worked today's shift, as the visitor says; diagrams without it come last, because some people call the day
 * shift of 12 hours "mañana"
 */
export async function listDiagramChoices(
	worked?: ShiftLetter,
): Promise<{ id: string; label: string; crews: number }[]> {
	const rank = ({ cycle }: Diagram) => (worked && !cycle.includes(worked) ? 1 : 0);
	const sorted = (await listDiagrams()).toSorted((one, other) => rank(one) - rank(other));
	return sorted.map(({ id, crews }) => ({
		id,
		crews,
		label: findDiagramName(id)?.label ?? id,
	}));
}

/** Saves a valid shift diagram, replacing the stored diagram with the same id, `before`. */
export async function saveDiagram(
	trx: Pick<typeof db, "insertInto">,
	diagram: Diagram,
	before: Diagram | undefined,
): Promise<void> {
	const now = Date.now();
	const { anchorConfirmed } = diagram;
	const isCorrected = !isDeepStrictEqual(before && { ...before, anchorConfirmed }, diagram);
	const values = {
		cycle: diagram.cycle,
		crews: diagram.crews,
		offset_days: diagram.offset,
		anchor: diagram.anchor,
		anchor_confirmed: anchorConfirmed ? (1 as const) : (0 as const),
		hours: JSON.stringify(diagram.hours),
		closed_weekdays: JSON.stringify(diagram.closedWeekdays),
		updated_at: now,
	};
	const position = diagramNames.findIndex(({ id }) => id === diagram.id);
	await trx
		.insertInto("diagramas")
		.values({ id: diagram.id, position, ...values, corrected_at: now })
		.onConflict((conflict) =>
			conflict.column("id").doUpdateSet(isCorrected ? { ...values, corrected_at: now } : values),
		)
		.execute();
}
