import { type CrewLetter, crewsOf, type Diagram } from "~/features/diagrams/cycle";
import { diagramAliases, findDiagramName } from "~/features/diagrams/diagram-ids";
import { findDiagram } from "~/features/diagrams/diagrams.server";
import { requireCrew } from "~/features/diagrams/search.server";
import { notFound } from "~/lib/http/http.server";
import type { Pair } from "./common-days";
import type { ComparedCrew } from "./compared-crews";

/**
 * Reads which two crews an address compares: `?crew=A&with=C` for two crews of the diagram `id`,
 * `?crew=A&with=5turnos_7dias&withCrew=B` for crews of two diagrams. A crew that is not named is undefined.
 * @throws Response 404 for an unknown diagram, and for a crew that its diagram does not have
 */
export async function readComparedCrews(id: string, search: URLSearchParams): Promise<Pair<ComparedCrew>> {
	const diagram = await requireDiagram(id);
	const first = compared(diagram, requireCrew(search, diagram));
	const given = search.get("with") ?? id;
	const letter = crewsOf(diagram).find((each) => each === given.toUpperCase());
	if (letter) return [first, compared(diagram, letter)];
	const other = await requireDiagram(diagramAliases.get(given) ?? given);
	return [first, compared(other, requireCrew(search, other, "withCrew"))];
}

async function requireDiagram(id: string): Promise<Diagram> {
	const diagram = findDiagramName(id) && (await findDiagram(id));
	if (!diagram) throw notFound();
	return diagram;
}

function compared(diagram: Diagram, crew: CrewLetter | undefined): ComparedCrew {
	return { diagram, label: findDiagramName(diagram.id)?.label ?? "", crew };
}
