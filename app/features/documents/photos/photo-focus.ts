/** Where the focus goes among the selected photos of a form. */

/** Moves the focus from a button that is about to disappear to the next one like it. */
export function focusAfter(input: HTMLInputElement, button: HTMLButtonElement): void {
	const buttons = Array.from(input.form?.querySelectorAll<HTMLElement>(".picked .remove") ?? []);
	(buttons[buttons.indexOf(button) + 1] ?? input).focus();
}

/**
 * If the focus is lost, focuses the button of a refused photo or of the note about a failed upload, or else the file
 * field.
 */
export function restoreFocus(input: HTMLInputElement): void {
	const { activeElement } = document;
	// Just after closing, the dialog may still count as focused.
	if (activeElement !== document.body && !activeElement?.closest("dialog")) return;
	(input.form?.querySelector<HTMLElement>(".refused .remove, .unsent button") ?? input).focus();
}

export function focusIn({ form }: HTMLInputElement, selector: string): void {
	form?.querySelector<HTMLElement>(selector)?.focus();
}
