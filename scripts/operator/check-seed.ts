/** Checks seeds (initial data). Loaded only when seeds are pending, because it takes half of the program along. */
import { saveHolidaysAndReclassify } from "./change-holidays";
import { correctDiagrams } from "./correct-diagrams";
import { diagramSchema } from "./diagram-schema";
import { holidaysSchema } from "./holiday-schema";

/**
 * Checks the content of a seed's file.
 * @returns saves it
 * @throws Error that says what is wrong
 */
export function checkSeed(name: string, content: unknown): () => Promise<unknown> {
	if (name.startsWith("holidays")) {
		const holidays = holidaysSchema.parse(content);
		return () => saveHolidaysAndReclassify(holidays);
	}
	if (!Array.isArray(content)) throw new Error("se esperaba una lista");
	const diagrams = content.map((item) => diagramSchema.parse(item));
	return () => correctDiagrams(diagrams);
}
