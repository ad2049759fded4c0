/** Expressions to evaluate in a page, for any browser. */

/** Whether this page hydrates in this browser, by the same check as the script that starts hydration. */
export const HYDRATES = `Boolean(document.querySelector("#page-data")) && "any" in Promise && "ListFormat" in Intl`;
/** Whether this page is hydrated. */
export const IS_HYDRATED = `Object.keys(document)
	.filter((name) => name.startsWith("__reactContainer$"))
	.some((name) => document[name].stateNode.current.memoizedState.isDehydrated === false)`;

/** Wraps every text in a <font>, as a browser's page translation does. */
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
