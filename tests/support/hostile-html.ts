import { withoutPageData } from "./server/expect-safe";

/** A text escaped for HTML. NUL characters are removed. */
export function escaped(text: string): string {
	return text
		.replaceAll("\0", "")
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;")
		.replaceAll("'", "&#x27;");
}

/** Tags and event handlers that no page of Relevo contains. Quoted attribute values and text do not count. */
export function foreignMarkup(html: string): string[] {
	const tags =
		withoutPageData(html)
			.replace(/="[^"]*"/g, '=""')
			.match(/<[^>]*>/g) ?? [];
	return tags.filter((tag) => /^<(script|iframe|base\b|svg\/)|http-equiv|\son\w+=/i.test(tag));
}
