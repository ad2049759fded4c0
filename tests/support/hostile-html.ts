import { withoutPageData } from "./server/expect-safe";

/** Escapes a text for HTML and removes NUL characters. */
export function escaped(text: string): string {
	return text
		.replaceAll("\0", "")
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;")
		.replaceAll("'", "&#x27;");
}

/**
 * Returns tags that a hostile text could add to a page, such as `<iframe>` or a tag with an event handler. Ignores
 * texts and quoted attribute values.
 */
export function foreignMarkup(html: string): string[] {
	const tags =
		withoutPageData(html)
			.replace(/="[^"]*"/g, '=""')
			.match(/<[^>]*>/g) ?? [];
	return tags.filter((tag) => /^<(script|iframe|base\b|svg\/)|http-equiv|\son\w+=/i.test(tag));
}
