/** Values of the overtime form in query strings: of the request for its hours and premiums, and of the form opened again. */
import { LIST_FIELD } from "~/lib/forms/list-field";
import { parseCivilDate } from "~/lib/time/civil-date";

/** The fields that determine hours, premiums and pay. */
const ANSWER_FIELDS = ["date", "shift", "hour", "startTime", "hours50", "hours100", "compensation"] as const;
const names = [...ANSWER_FIELDS, "comment"] as const;
export type ExtraFieldName = (typeof names)[number];

/** What a form holds besides the entry: the other days that get an entry each. */
export type TypedName = ExtraFieldName | typeof LIST_FIELD;

/** A longer query string is no valid `redirectTo` (see `returnPath`). */
const MAX_CHARACTERS = 1900;

/** Adds the form's values to the query string of its page. If it becomes too long, leaves out the comment. */
export function formQuery(search: string, texts: Readonly<Partial<Record<string, string>>>): string {
	const query = new URLSearchParams(search);
	for (const [name, text = ""] of Object.entries(texts)) query.set(name, text);
	if (query.toString().length > MAX_CHARACTERS) query.delete("comment");
	return `?${query}`;
}

/**
 * Reads the form's values from the query string.
 * @param version version of the stored entry; values that were typed for another version no longer count
 */
export function readFormQuery(query: URLSearchParams, version?: string): Partial<Record<TypedName, string>> {
	if ((query.get("version") ?? undefined) !== version) return {};
	const texts: Partial<Record<TypedName, string>> = {};
	for (const name of [...names, LIST_FIELD] as const) {
		const text = query.get(name);
		if (text !== null && (name !== "date" || parseCivilDate(text))) texts[name] = text;
	}
	return texts;
}

/**
 * Writes the query string with which the form requests a `RuleAnswer` for its values.
 * @param fields the form's values. If the choice "Otra" (other) is selected for the date, shift or number of hours, the
 *   value is the text typed beside this choice.
 * @param idFile key of the entry
 */
export function answerQuery(fields: Readonly<Partial<Record<string, string | null>>>, idFile: string) {
	const query = new URLSearchParams();
	for (const name of [...ANSWER_FIELDS, LIST_FIELD]) {
		const text = fields[name]?.trim();
		if (text) query.set(name, text);
	}
	query.set("idFile", idFile);
	return query.toString();
}
