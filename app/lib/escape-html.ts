/** Escapes a text for use in HTML, between tags or in an attribute with double quotes. */
export function escapeHtml(text: string): string {
	// Most texts need no change, and a page of a year has a thousand.
	if (!/[&<>"]/.test(text)) return text;
	return text
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;");
}
