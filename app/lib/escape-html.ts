/** Escapes a text for HTML, between tags or in double quotes. */
export function escapeHtml(text: string): string {
	// Returns most texts at once, because they contain no special character.
	if (!/[&<>"]/.test(text)) return text;
	return text
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;");
}
