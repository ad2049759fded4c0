/**
 * Keeps text typed before hydration, when React resets each text area to its default value.
 * @returns a function to call after hydration
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
