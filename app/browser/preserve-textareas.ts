/**
 * Preserves text typed into text areas before hydration, when React resets each to its default value: makes the typed text
 * the default.
 * @returns a function that stops it, to be called after hydration
 */
export function preserveTextareas(): () => void {
	const preserve = (area: HTMLTextAreaElement) => {
		if (area.defaultValue !== area.value) area.defaultValue = area.value;
	};
	const onInput = ({ target }: Event) => {
		if (target instanceof HTMLTextAreaElement) preserve(target);
	};
	document.querySelectorAll("textarea").forEach(preserve);
	document.addEventListener("input", onInput);
	return () => document.removeEventListener("input", onInput);
}
