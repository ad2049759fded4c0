/** A fifth of the list, a tenth of the account page, since November 2026: the frame is rendered only once. */
import { type ComponentType, createElement } from "react";
import { renderToString } from "react-dom/server";
import { oneByteText } from "~/lib/http/inlined.server";

/** Maximum number of HTML texts kept for one part of a page, one per value of its props. Each part has far fewer. */
const MAX_KEPT = 100;

const kept = new WeakMap<object, Map<string, string>>();

/**
 * Renders a part of a page once for each value of its props. Writes characters beyond Latin-1 as HTML references such
 * as "&#8594;", because one character beyond Latin-1 would make V8 keep the whole page in two bytes per character.
 */
export function fixedHtml<Props extends object>(part: ComponentType<Props>, props: Props): string {
	const texts = kept.get(part) ?? new Map<string, string>();
	kept.set(part, texts);
	const key = JSON.stringify(props);
	const known = texts.get(key);
	if (known !== undefined) return known;
	const latin1 = renderToString(createElement(part, props)).replace(
		/[^\0-\xff]/gu,
		(character) => `&#${character.codePointAt(0)};`,
	);
	const html = oneByteText(latin1);
	if (texts.size < MAX_KEPT) texts.set(key, html);
	return html;
}
