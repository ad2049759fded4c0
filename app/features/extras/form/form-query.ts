/** Values of the overtime form in a query string, with which the form opens again after a visit to another page. */
import { parseCivilDate } from "~/lib/time/civil-date";
import type { ExtraFieldName } from "./extra-form";

export const queryNames = [
	"date",
	"shift",
	"hour",
	"startTime",
	"compensation",
	"hours50",
	"hours100",
	"comment",
] as const satisfies readonly ExtraFieldName[];

/** A longer query string is no valid `redirectTo` (see `returnPath`). */
const MAX_CHARACTERS = 1900;

type Texts = Readonly<Partial<Record<string, string | null>>>;

/** Writes the query string. If it is too long, leaves out the comment. */
export function formQuery(texts: Texts): string {
	const query = new URLSearchParams();
	for (const name of ["idFile", "version", "redirectTo", ...queryNames]) {
		const text = texts[name];
		if (text) query.set(name, text);
	}
	if (query.toString().length > MAX_CHARACTERS) query.delete("comment");
	return query.toString();
}

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
	for (const name of queryNames) {
		const text = query.get(name);
		if (text && (name !== "date" || parseCivilDate(text))) texts[name] = text;
	}
	return texts;
}
