import { withoutPageData } from "./server/expect-safe";

/** A text as it is written in HTML; no page holds a NUL. */
export function escaped(text: string): string {
	return text
		.replaceAll("\0", "")
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;")
		.replaceAll("'", "&#x27;");
}

/** Tags and handlers that no page of Relevo has; what stands inside an attribute's quotes or as text does not count. */
export function foreignMarkup(html: string): string[] {
	const tags =
		withoutPageData(html)
			.replace(/="[^"]*"/g, '=""')
			.match(/<[^>]*>/g) ?? [];
	return tags.filter((tag) => /^<(script|iframe|base\b|svg\/)|http-equiv|\son\w+=/i.test(tag));
}
