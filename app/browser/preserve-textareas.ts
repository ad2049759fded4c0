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
	// Before React's own listener, which hydrates at once and so would reset the text area first.
	addEventListener("input", onInput, true);
	return () => removeEventListener("input", onInput, true);
}
