import { createElement, type FunctionComponent } from "react";
import { expect, test } from "vitest";
import { formOf } from "../accounts";
import { htmlOf } from "../browser/render-part";
import { argsFor, responseOf } from "../requests";
import { wordsOf } from "../texts/words-of";

type Answering = (args: ReturnType<typeof argsFor>) => Promise<unknown>;

interface Route {
	default: FunctionComponent;
	loader?: Answering;
	action?: Answering;
}

/**
 * The words of a page that its own loader has filled in, with "▾" before what is unfolded or chosen; then the addresses to
 * which it leads, and the values of its fields.
 * @param sent form whose answer by the route's action the page shows
 */
export async function show(
	{ default: Page, loader = async () => ({}), action }: Route,
	path: string,
	params: Record<string, string> = {},
	headers = {},
	sent?: Record<string, string>,
) {
	const answer =
		action && sent && (await responseOf(() => action(argsFor(path, params, formOf(sent, headers)))));
	if (answer) expect(answer.headers.get("Location")).toBeNull();
	const response = await responseOf(() => loader(argsFor(path, params, { headers })));
	expect(response.ok, path).toBe(true);
	const html = await htmlOf(createElement(Page), path, await response.json(), await answer?.json());
	expect(html).not.toMatch(/<p( class="(lead|note|lines)")?><\/p>/);
	const all = (pattern: RegExp) =>
		[...html.matchAll(pattern)].map((found) => found.slice(1).join("=").replaceAll("&amp;", "&"));
	const open = html.replace(/<(details[^>]* open|a [^>]*aria-current)="[^>]*>/g, "$& ▾ ");
	const addresses = all(/href="([^"]*)"/g);
	const values = all(/<input[^>]* name="([^"]*)"[^>]* value="([^"]*)"/g);
	return `${wordsOf(open)} ${addresses.join(" ")} ${values.join(" ")} `;
}

export type Row = [
	state: string,
	query: string,
	/** Who asks: headers, or what signs somebody in. */
	who: object | (() => Promise<object>),
	says: (string | RegExp)[],
	never: string[],
	sent?: Record<string, string>,
];

/** Tests that a page says, in each state, all of `says` and nothing of `never`. */
export function describePage(route: Route, path: string, params: Record<string, string>, rows: Row[]) {
	test.each(rows)("%s", async (_, query, who, says, never, sent) => {
		const headers = typeof who === "function" ? await who() : who;
		const words = await show(route, path + query, params, headers, sent);
		for (const text of says) expect(words).toMatch(text);
		for (const text of never) expect(words).not.toContain(text);
	});
}
