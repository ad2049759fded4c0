import { type ComponentType, createElement } from "react";
import { renderToString } from "react-dom/server";
import type { FixedProps } from "./fixed-part";

/** Maximum number of kept texts, more than there are. */
const MAX_KEPT = 100;

const kept = new WeakMap<object, Map<string, string>>();

/**
 * Renders a part of a page once for each value of its props. Characters beyond Latin-1 become references, because a
 * single such character would make V8 keep the whole page in two bytes per character.
 */
export function fixedHtml<Props extends FixedProps>(part: ComponentType<Props>, props: Props): string {
	const texts = kept.get(part) ?? new Map<string, string>();
	kept.set(part, texts);
	const key = JSON.stringify(props);
	const known = texts.get(key);
	if (known !== undefined) return known;
	const html = renderToString(createElement(part, props)).replace(
		/[^\0-\xff]/gu,
		(character) => `&#${character.codePointAt(0)};`,
	);
	if (texts.size < MAX_KEPT) texts.set(key, html);
	return html;
}
