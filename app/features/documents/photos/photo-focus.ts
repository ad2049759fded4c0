/** Where the focus goes among the selected photos of a form. */

import { useEffect } from "react";

/** Moves the focus from a button that is about to disappear to the next one like it. */
export function focusAfter(input: HTMLInputElement, button: HTMLButtonElement): void {
	const buttons = Array.from(input.form?.querySelectorAll<HTMLElement>(".picked .remove") ?? []);
	(buttons[buttons.indexOf(button) + 1] ?? input).focus();
}

/** Keeps the focus with a photo whose pressed button is gone by its own press: in the editor that it opened, or beside it. */
export function useKeptFocus({ form }: HTMLInputElement): void {
	useEffect(() => {
		form?.addEventListener("click", keepFocus);
		return () => form?.removeEventListener("click", keepFocus);
	}, [form]);
}

function keepFocus({ target }: Event): void {
	const button = target instanceof Element ? target.closest("button") : null;
	const row = button?.closest("li");
	requestAnimationFrame(() => {
		if (!row || button?.isConnected || document.activeElement !== document.body) return;
		const editor = row.querySelector<HTMLElement>(".editor");
		if (editor) editor.focus({ preventScroll: true });
		else row.querySelector<HTMLElement>(".btn + .btn, .btn:only-child")?.focus();
	});
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
