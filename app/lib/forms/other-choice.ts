/**
 * Fields with radio buttons, whose last choice "Otra" has a text field. Example: the radio buttons `date` have dates
 * or OTHER as values; the text field is `otherDate`; the hidden field `shownDate` contains the initial choice.
 */
import { capitalised } from "~/lib/capitalised";

/** Value of the radio button "Otra". */
export const OTHER = "other";

/** Name of the text field of the choice "Otra": "otherDate" for "date". */
export const otherName = (name: string): string => `other${capitalised(name)}`;

export const shownName = (name: string): string => `shown${capitalised(name)}`;

/**
 * Replaces OTHER by the typed value: `{ date: "other", otherDate: "2026-11-20" }` becomes `{ date: "2026-11-20" }`.
 * If the user has changed to another radio button with a value, removes the typed value. If the initial radio button is
 * still selected, keeps the typed value, and the schema refuses the form: the user may have forgotten to select "Otra",
 * because without the stylesheet the text field is always visible.
 * @param names the fields with choices
 */
export function takeOthers(
	fields: Readonly<Partial<Record<string, string>>>,
	names: readonly string[],
): Partial<Record<string, string>> {
	const taken = { ...fields };
	for (const name of names) {
		const { [name]: chosen = "", [otherName(name)]: typed = "", [shownName(name)]: shown } = fields;
		const isTyped = typed.trim() !== "" && typed !== chosen;
		delete taken[shownName(name)];
		if (isTyped && chosen !== OTHER && chosen === shown) continue;
		delete taken[otherName(name)];
		if (isTyped && (chosen === "" || chosen === OTHER)) taken[name] = typed;
	}
	return taken;
}
