import type { Diagram } from "~/features/diagrams/cycle";
import { diagramAliases } from "~/features/diagrams/diagram-ids";
import { diagramSchema } from "~/features/diagrams/diagram-schema.server";
import { describeIssues, readJsonFile, refusal, spanishIssue } from "./input-file";

/**
 * Reads and validates an operator's file of diagrams: one object or a list.
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

/** Replaces the id of a diagram in a file by the current id, if the id in the file is an old alias. */
function withCurrentId(item: unknown): unknown {
	const current = diagramAliases.get(idOf(item) ?? "");
	return current && typeof item === "object" ? { ...item, id: current } : item;
}

function idOf(item: unknown): string | undefined {
	if (typeof item !== "object" || item === null || !("id" in item)) return undefined;
	return typeof item.id === "string" ? item.id.slice(0, 40) : undefined;
}
