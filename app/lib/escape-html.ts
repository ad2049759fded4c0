/** Escapes a text for HTML, between tags or in double quotes. */
export function escapeHtml(text: string): string {
	// Most of the thousand texts of a page contain no special character.
	if (!/[&<>"]/.test(text)) return text;
	return text
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;");
}
