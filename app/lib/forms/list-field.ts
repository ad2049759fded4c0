/** The field with several values: checkboxes with one name. */
export const LIST_FIELD = "dates";

/** Maximum number of its values: the days of a month. */
export const MAX_LIST = 31;

/** The text of a field: its last value, or all values of LIST_FIELD with spaces between; undefined without one. */
export function textIn(form: FormData, name: string): string | undefined {
	const texts = form.getAll(name).filter((value) => typeof value === "string");
	return name === LIST_FIELD && texts.length > 0 ? texts.join(" ") : texts[texts.length - 1];
}
