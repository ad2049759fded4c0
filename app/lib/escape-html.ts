/** Escapes a text for HTML, between tags or in double quotes. */
export function escapeHtml(text: string): string {
	// Most texts contain no special character and need no replacement.
	if (!/[&<>"]/.test(text)) return text;
	return text
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;");
}
