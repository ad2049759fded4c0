/**
 * Keeps what is typed into text areas while React hydrates, which writes their first text into them once more: not where
 * that has become what was typed.
 * @returns what to call when the page is alive
 */
export function keepTyped(): () => void {
	const keep = (area: HTMLTextAreaElement) => {
		if (area.defaultValue !== area.value) area.defaultValue = area.value;
	};
	const onInput = ({ target }: Event) => {
		if (target instanceof HTMLTextAreaElement) keep(target);
	};
	document.querySelectorAll("textarea").forEach(keep);
	document.addEventListener("input", onInput);
	return () => document.removeEventListener("input", onInput);
}
