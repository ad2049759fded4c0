import type { Diagram } from "~/features/diagrams/cycle";
import { diagramAliases } from "~/features/diagrams/diagram-ids";
import { diagramSchema } from "./diagram-schema";
import { describeIssues, readJsonFile, refusal, spanishIssue } from "./input-file";

/**
 * Reads a file of diagrams: one object or a list.
 * @throws CommandError that names each invalid diagram and field
 */
export function parseDiagrams(file: string): Diagram[] {
	const content = readJsonFile(file);
	const items: unknown[] = Array.isArray(content) ? content : [content];
	if (items.length === 0) throw refusal(file, ["la lista está vacía"]);
	const seen = new Set<string>();
	const diagrams: Diagram[] = [];
	const reasons: string[] = [];
	for (const [index, item] of items.entries()) {
		const parsed = diagramSchema.safeParse(withCurrentId(item), { error: spanishIssue });
		if (!parsed.success) {
			const subject = idOf(item) ?? (items.length > 1 ? `diagrama ${index + 1} de la lista` : "");
			reasons.push(...describeIssues(subject, parsed.error.issues));
			continue;
		}
		if (seen.has(parsed.data.id)) reasons.push(`${parsed.data.id}, id: está más de una vez en el archivo`);
		seen.add(parsed.data.id);
		diagrams.push(parsed.data);
	}
	if (reasons.length > 0) throw refusal(file, reasons);
	return diagrams;
}

/** Replaces an old alias of a diagram's id by the current id. */
function withCurrentId(item: unknown): unknown {
	const current = diagramAliases.get(idOf(item) ?? "");
	return current && typeof item === "object" ? { ...item, id: current } : item;
}

function idOf(item: unknown): string | undefined {
	if (typeof item !== "object" || item === null || !("id" in item)) return undefined;
	return typeof item.id === "string" ? item.id.slice(0, 40) : undefined;
}
