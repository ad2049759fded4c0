/** A control of a form that a visitor fills in. */
export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The controls of a form that take part in its check: named, not hidden, not disabled. */
export function controlsOf(form: HTMLFormElement): Control[] {
	return Array.from(form.elements).filter(isControl);
}

export function isControl(target: EventTarget | null): target is Control {
	return (
		(target instanceof HTMLInputElement ||
			target instanceof HTMLSelectElement ||
			target instanceof HTMLTextAreaElement) &&
		target.willValidate &&
		target.name !== "" &&
		// Photos have more that can be wrong with them: see photos.ts.
		!("photos" in target.dataset)
	);
}

/**
 * What to tell about a control: the text that the server put beside its kind of mistake, "" when it is right.
 * The server checks again, so that what only it knows (an address in use, a common password) is not looked for here.
 */
export function problemOf(control: Control): string {
	const { dataset, validationMessage } = control;
	const kind = mistakeOf(control);
	return kind ? (dataset[kind] ?? dataset.wrong ?? dataset.missing ?? validationMessage) : "";
}

/** Shows a message in the place that the server left for it below the control; "" takes it away. */
export function showProblem(control: Control, message: string): void {
	const place = document.getElementById(`${control.id}-error`);
	if (place && place.textContent !== message) place.textContent = message;
	if (message) control.setAttribute("aria-invalid", "true");
	else control.removeAttribute("aria-invalid");
}

function mistakeOf(control: Control): "missing" | "short" | "wrong" | "differs" | undefined {
	const { value, validity, dataset } = control;
	if (value === "" && isAutofilled(control)) return undefined;
	// Also while it is shown: a password may be of blanks.
	const isBlank = value.trim() === "" && !control.autocomplete.includes("password");
	if (validity.valueMissing || (control.required && isBlank)) return "missing";
	// The browser itself compares lengths only after a key was pressed.
	if (value.length > 0 && value.length < Number(control.getAttribute("minlength"))) return "short";
	if (!validity.valid) return "wrong";
	const other = dataset.sameAs && control.form?.elements.namedItem(dataset.sameAs);
	return other instanceof HTMLInputElement && other.value !== value ? "differs" : undefined;
}

/** Browsers show a filled-in password at once, but let nobody read it before the visitor touches the page. */
function isAutofilled(control: Control): boolean {
	try {
		return control.matches(":-webkit-autofill");
	} catch {
		return false;
	}
}
