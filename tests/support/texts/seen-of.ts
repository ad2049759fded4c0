import { wordsOf } from "./words-of";

/**
 * What a page shows and sends, in one line: its words; links as "[words](address)"; folds as "▸" and, open, "▾"; boxes,
 * buttons and options to choose from as "☐" and "☒"; what is filled in as "«text»"; hidden fields as "{name=value}".
 */
export function seenOf(html: string): string {
	const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
	return wordsOf(
		html
			.replace(/<!--.*?-->/g, "")
			.replace(/(<a [^>]*>)(.*?)<\/a>/gs, (_, tag: string, inside: string) => {
				const chosen = / aria-current="true"/.test(tag) ? " ☒" : "";
				return `${chosen} [${attribute(tag, "aria-label") || wordsOf(inside)}](${attribute(tag, "href")}) `;
			})
			.replace(/<details[^>]*>/g, (tag) => (/ open=""/.test(tag) ? " ▾ " : " ▸ "))
			.replace(/<option[^>]*>/g, (tag) => (/ selected=""/.test(tag) ? " ☒ " : " ☐ "))
			.replace(/<input[^>]*>/g, (tag) => {
				const value = attribute(tag, "value");
				if (/ type="(?:checkbox|radio)"/.test(tag)) return / checked=""/.test(tag) ? " ☒ " : " ☐ ";
				return / type="hidden"/.test(tag)
					? ` {${attribute(tag, "name")}=${value}} `
					: value && ` «${value}» `;
			}),
	)
		.replaceAll("&quot;", '"')
		.replaceAll("&amp;", "&");
}
