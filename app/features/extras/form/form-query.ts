/** Values of the overtime form in a query string, with which the form opens again after a visit to another page. */
import { parseCivilDate } from "~/lib/time/civil-date";
import type { ExtraFieldName } from "./extra-form";

/** A longer query string is no valid `redirectTo` (see `returnPath`). */
const MAX_CHARACTERS = 1900;

/** Adds the form's values to the query string of its page. If it becomes too long, leaves out the comment. */
export function formQuery(search: string, texts: Readonly<Partial<Record<string, string>>>): string {
	const query = new URLSearchParams(search);
	for (const [name, text = ""] of Object.entries(texts)) query.set(name, text);
	if (query.toString().length > MAX_CHARACTERS) query.delete("comment");
	return `?${query}`;
}

const names = [
	"date",
	"shift",
	"hour",
	"startTime",
	"compensation",
	"hours50",
	"hours100",
	"comment",
] as const satisfies readonly ExtraFieldName[];

/**
 * Reads the form's values from the query string.
 * @param version version of the stored entry; values that were typed for another version no longer count
 */
export function readFormQuery(
	query: URLSearchParams,
	version?: string,
): Partial<Record<ExtraFieldName, string>> {
	if ((query.get("version") ?? undefined) !== version) return {};
	const texts: Partial<Record<ExtraFieldName, string>> = {};
	for (const name of names) {
		const text = query.get(name);
		if (text !== null && (name !== "date" || parseCivilDate(text))) texts[name] = text;
	}
	return texts;
}
