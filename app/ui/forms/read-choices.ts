import { textIn } from "~/lib/forms/list-field";
import { OTHER, otherName, takeOthers } from "~/lib/forms/other-choice";

/**
 * Returns the texts of a form by field name. `names` are fields with choices, whose typed value is read only if the
 * choice "Otra" (another value) is selected.
 */
export function chosenTexts(form: FormData, names: readonly string[]): Partial<Record<string, string>> {
	const texts: Partial<Record<string, string>> = {};
	for (const name of new Set(form.keys())) texts[name] = textIn(form, name);
	for (const name of names) if (texts[name] !== OTHER) delete texts[otherName(name)];
	return takeOthers(texts, names);
}

/** Returns a function for the setting `read` of `useForm`: the function returns a form's `chosenTexts` as FormData. */
export function readerOf(names: readonly string[]): (form: FormData) => FormData {
	return (form) => {
		const read = new FormData();
		for (const [name, text = ""] of Object.entries(chosenTexts(form, names))) read.append(name, text);
		return read;
	};
}
