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
 * Replaces OTHER, or a missing choice, by the typed value: `{ date: "other", otherDate: "2026-11-20" }` becomes
 * `{ date: "2026-11-20" }`.
 * Without the stylesheet, users can also type a value while another radio button is selected:
 * - If the user has selected this radio button, removes the typed value.
 * - If the radio button was selected when the page was loaded, keeps the typed value, and the schema refuses the form:
 *   the user may have forgotten to select "Otra".
 * @param names the fields with choices
 */
export function takeOthers(fields: Readonly<Partial<Record<string, string>>>, names: readonly string[]) {
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
