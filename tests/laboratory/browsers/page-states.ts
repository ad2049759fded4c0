/** JavaScript expressions to evaluate inside a page. */

/** True when React will hydrate the page on a fast connection, by the rules of app/lib/http/inlined.server.ts. */
export const HYDRATES = `Boolean(document.querySelector("#page-data")) && "any" in Promise && "ListFormat" in Intl`;
export const IS_HYDRATED = `Object.keys(document)
	.filter((name) => name.startsWith("__reactContainer$"))
	.some((name) => document[name].stateNode.current.memoizedState.isDehydrated === false)`;

/** Wraps texts in <font> elements, as a browser's translation does. */
export const WRAP_TEXTS = `(() => {
	const texts = [];
	const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
	while (walker.nextNode())
		if (walker.currentNode.data.trim() && !walker.currentNode.parentNode.closest("textarea")) texts.push(walker.currentNode);
	for (const text of texts) {
		const font = document.createElement("font");
		text.parentNode.replaceChild(font, text);
		font.textContent = text.data;
	}
})()`;
