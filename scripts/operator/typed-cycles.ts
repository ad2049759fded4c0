/** Own cycles that several users have typed, because none of the diagrams is theirs: part of `diagrams votes`. */

import { crewLetters, type Diagram } from "~/features/diagrams/cycle";
import { parseOwnDiagram, runsOf } from "~/features/diagrams/own-cycle/own-diagram";
import { findCoverageFault } from "./coverage";
import { count } from "./output";

/** Minimum number of users with the same cycle. One user's cycle is not shown: it may tell who the user is. */
const MIN_PEOPLE = 2;

/** A paragraph for each cycle, with the diagram in the form that `diagrams import` reads. */
export async function describeTypedCycles(): Promise<string[]> {
	const { listOwnCycles } = await import("./correct-diagrams");
	return (await listOwnCycles(MIN_PEOPLE)).flatMap(({ id, start, people }) => {
		const own = parseOwnDiagram(id);
		return own ? [describe({ ...own, anchor: start }, people)] : [];
	});
}

function describe(own: Diagram, people: number): string {
	const diagrams = crewLetters
		.map((_, index): Diagram => {
			const crews = index + 1;
			return { ...own, id: "ID", crews, offset: own.cycle.length / crews, anchorConfirmed: false };
		})
		// Crews that would be no whole number of days apart leave a fault too.
		.filter((diagram) => !findCoverageFault(diagram));
	return [
		`${runsOf(own.cycle, " ")}: ${count(people, "persona escribió", "personas escribieron")} este ciclo`,
		...diagrams.map((diagram) => `  ${JSON.stringify(diagram)}`),
		diagrams.length === 0
			? "  Repartido entre escuadras deja turnos sin nadie: no se puede importar así."
			: "",
	]
		.filter(Boolean)
		.join("\n");
}
