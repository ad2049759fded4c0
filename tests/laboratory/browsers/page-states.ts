/** JavaScript expressions that the browser tests evaluate inside a page. */

/**
 * True when React will hydrate the page: the page contains data for hydration, and the browser has the features that
 * app/lib/http/starter.server.ts requires.
 */
export const HYDRATES = `Boolean(document.querySelector("#page-data")) && "any" in Promise && "ListFormat" in Intl`;
/** True when React has hydrated the page. */
export const IS_HYDRATED = `Object.keys(document)
	.filter((name) => name.startsWith("__reactContainer$"))
	.some((name) => document[name].stateNode.current.memoizedState.isDehydrated === false)`;

/** Wraps every text inside <main> in a <font> element, as a browser's page translation does. */
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
