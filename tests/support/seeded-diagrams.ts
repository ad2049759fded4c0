import type { Diagram } from "~/features/diagrams/cycle";
import seeds from "../../db/seeds/diagrams.json";
import { diagramSchema } from "../../scripts/operator/diagram-schema";

/** The eleven diagrams of a new database. */
export const seededDiagrams: readonly Diagram[] = seeds.map((seed) => diagramSchema.parse(seed));

export function seededDiagram(id: string): Diagram {
	const found = seededDiagrams.find((diagram) => diagram.id === id);
	if (!found) throw new Error(id);
	return found;
}
