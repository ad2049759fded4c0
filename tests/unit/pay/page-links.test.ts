import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PageLinks } from "~/ui/page-links";

test("a list of one page has no navigation, a longer one has its links", () => {
	const html = (props: Parameters<typeof PageLinks>[0]) =>
		renderToStaticMarkup(createElement(PageLinks, props));
	expect(html({ first: false, next: false })).toBe("");
	const links = html({ label: "Páginas de francos", next: { href: "/x?after=1", text: "Ver más" } });
	expect(links).toMatch(
		/^<nav class="row" aria-label="Páginas de francos"><a [^>]*href="\/x\?after=1"[^>]*>Ver más /,
	);
});
