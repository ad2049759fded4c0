import { counted } from "~/lib/counted";

/** Names entries that have not ended: "1 extra que todavía no terminó". */
export function plannedText(count: number): string {
	return `${counted(count, "extra")} que todavía no ${count === 1 ? "terminó" : "terminaron"}`;
}

/** Says how many entries of a sum have not ended: "Incluye 1 extra que todavía no terminó."; none if all have. */
export function plannedLines(count: number): string[] {
	return count > 0 ? [`Incluye ${plannedText(count)}.`] : [];
}
