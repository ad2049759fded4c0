/** Escapes a text for use in HTML, between tags or in an attribute with double quotes. */
export function escapeHtml(text: string): string {
	// Returns most texts at once: they contain no special character, and a page with a year has a thousand texts.
	if (!/[&<>"]/.test(text)) return text;
	return text
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;");
}
