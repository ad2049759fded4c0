/**
 * Replaces the no-break spaces in a text, or in all texts of data, by ordinary spaces, so that an expectation reads as it
 * is typed.
 */
export function evened<Value>(value: Value): Value {
	if (value === undefined) return value;
	return JSON.parse(JSON.stringify(value).replaceAll("\u00A0", " "));
}
