type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Fills a form as it was when the same person left it. Its version of the record is that of then too, so that it does not
 * overwrite what has changed since.
 */
export function fillForm(form: HTMLFormElement, values: FormData): void {
	if (new FormData(form).get("person") !== values.get("person")) return;
	fill(form, values);
	// The choices of a field may follow from another one, as the crews follow from the diagram.
	setTimeout(fill, 0, form, values);
}

function fill(form: HTMLFormElement, values: FormData): void {
	for (const control of Array.from(form.elements).filter(isControl)) {
		const before = stateOf(control);
		const typed = values.getAll(control.name);
		const [first] = typed;
		if (!(control instanceof HTMLInputElement)) control.value = String(first ?? control.value);
		else if (control.type === "radio" || control.type === "checkbox")
			control.checked = typed.includes(control.value);
		else if (first instanceof File) {
			const files = new DataTransfer();
			for (const file of typed) if (file instanceof File && file.name) files.items.add(file);
			control.files = files.files;
			// Another field of the same name gets none of them again.
			values.delete(control.name);
		} else if (first !== undefined) control.value = first;
		if (stateOf(control) === before) continue;
		control.closest("details")?.setAttribute("open", "");
		for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
	}
}

const isControl = (element: Element): element is Control => element.matches("input, textarea, select");

const stateOf = (control: Control) => `${control.value} ${control.matches(":checked")}`;
