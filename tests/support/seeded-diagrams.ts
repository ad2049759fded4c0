import type { Diagram } from "~/features/diagrams/cycle";
import seeds from "../../db/seeds/diagrams.json";
import { parseDiagram } from "../../scripts/operator/diagram-schema";

/** The eleven diagrams of a new database. */
export const seededDiagrams: readonly Diagram[] = seeds.map((seed) => {
	const parsed = parseDiagram(seed);
	if (!parsed.success) throw parsed.error;
	return parsed.data;
});
