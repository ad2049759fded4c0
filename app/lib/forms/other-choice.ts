/**
 * Form fields that offer a few choices as radio buttons, and a last choice "Otra" with a text field. Example: the
 * radio buttons `date` have dates and OTHER as values, and any other date is typed into `otherDate`. The hidden
 * field `shownDate` contains the choice that was selected when the page was loaded, if any.
 */

/** Value of the radio button "Otra". */
export const OTHER = "other";

/** Name of the text field of the choice "Otra": "otherDate" for "date". */
export const otherName = (name: string): string => `other${capital(name)}`;

/** Name of the hidden field with the initially selected choice: "shownDate" for "date". */
export const shownName = (name: string): string => `shown${capital(name)}`;

/**
 * Replaces OTHER by the typed value: `{ date: "other", otherDate: "2026-11-20" }` becomes `{ date: "2026-11-20" }`.
 * Usually ignores a typed value if another choice is selected, because the text field is then hidden. But without
 * the stylesheet the text field is always visible, so that a user may type a value and forget to select "Otra". A
 * typed value beside the unchanged initial choice therefore stays in the result, and the schema must refuse it.
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

function capital(name: string): string {
	return name.charAt(0).toUpperCase() + name.slice(1);
}
