/** A new element with this class and text. */
export function makeElement<Tag extends keyof HTMLElementTagNameMap>(
	tag: Tag,
	className = "",
	text = "",
): HTMLElementTagNameMap[Tag] {
	const element = document.createElement(tag);
	element.className = className;
	element.textContent = text;
	return element;
}
