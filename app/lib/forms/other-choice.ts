/**
 * Fields with a few choices and a last one, "Otra", whose value is typed into a field of its own: the radio buttons
 * `date` have dates and OTHER as their values, and the date that is none of them is typed into `otherDate`. The hidden
 * field `shownDate` has the choice that was marked when the page was loaded, if one was.
 */

/** Value of the radio button that stands for the typed value. */
export const OTHER = "other";

/** Name of the field for the typed value: "otherDate" for "date". */
export const otherName = (name: string): string => `other${capital(name)}`;

/** Name of the hidden field with the choice that was marked at first: "shownDate" for "date". */
export const shownName = (name: string): string => `shown${capital(name)}`;

/**
 * Puts each typed value in the place of its choice: `{ date: "other", otherDate: "2026-11-20" }` becomes
 * `{ date: "2026-11-20" }`. Beside another choice a typed value does not count, since its field is hidden then. But a
 * browser without styles shows the field always: there somebody may have typed and left the first choice as it was. So
 * a typed value beside the first choice stays in its own field, and the schema has to refuse it.
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
