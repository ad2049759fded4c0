import type { Diagram } from "~/features/diagrams/cycle";
import { parseDiagram } from "~/features/diagrams/diagram-schema.server";
import seeds from "../../db/seeds/diagrams.json";

/** The eleven diagrams of a new database. */
export const seededDiagrams: readonly Diagram[] = seeds.map((seed) => {
	const parsed = parseDiagram(seed);
	if (!parsed.success) throw parsed.error;
	return parsed.data;
});
