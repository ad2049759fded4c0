import type { DiagramasTable } from "db/schema";
import type { Selectable } from "kysely";
import { db } from "~/lib/database/db.server";
import type { Diagram } from "./cycle";
import { diagramNames } from "./diagram-ids";

const columns = [
	"id",
	"cycle",
	"crews",
	"offset_days",
	"anchor",
	"anchor_confirmed",
	"hours",
	"closed_weekdays",
] as const;

/** The diagram with this `id`, or undefined when it has no row. */
export async function findDiagram(id: string): Promise<Diagram | undefined> {
	const row = await db.selectFrom("diagramas").select(columns).where("id", "=", id).executeTakeFirst();
	return row && toDiagram(row);
}

/** All diagrams, at most eleven, in the order of the lists. */
export async function listDiagrams(): Promise<Diagram[]> {
	const rows = await db.selectFrom("diagramas").select(columns).orderBy("position").execute();
	return rows.map(toDiagram);
}

/** The label of each diagram, including diagrams without a row. */
export const diagramLabels = diagramNames.map(({ id, label }) => ({ id, label }));

/** Writes valid diagrams in one transaction, replacing the rows with the same ids. */
export async function saveDiagrams(diagrams: readonly Diagram[]): Promise<void> {
	await db.transaction().execute(async (trx) => {
		for (const diagram of diagrams) {
			const values = {
				cycle: diagram.cycle,
				crews: diagram.crews,
				offset_days: diagram.offset,
				anchor: diagram.anchor,
				anchor_confirmed: diagram.anchorConfirmed ? (1 as const) : (0 as const),
				hours: JSON.stringify(diagram.hours),
				closed_weekdays: JSON.stringify(diagram.closedWeekdays),
				updated_at: Date.now(),
			};
			const position = diagramNames.findIndex(({ id }) => id === diagram.id);
			await trx
				.insertInto("diagramas")
				.values({ id: diagram.id, position, ...values })
				.onConflict((conflict) => conflict.column("id").doUpdateSet(values))
				.execute();
		}
	});
}

function toDiagram(row: Pick<Selectable<DiagramasTable>, (typeof columns)[number]>): Diagram {
	return {
		id: row.id,
		cycle: row.cycle,
		crews: row.crews,
		offset: row.offset_days,
		anchor: row.anchor,
		anchorConfirmed: row.anchor_confirmed === 1,
		hours: JSON.parse(row.hours),
		closedWeekdays: JSON.parse(row.closed_weekdays),
	};
}
