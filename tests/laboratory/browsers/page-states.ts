/** Expressions about pages that come alive, for any browser. */

/** Whether this page comes alive in this browser: as the starter asks. */
export const COMES_ALIVE = `Boolean(document.querySelector("#page-data")) && "any" in Promise && "ListFormat" in Intl`;
/** Whether it has. */
export const IS_ALIVE = `Object.keys(document)
	.filter((name) => name.startsWith("__reactContainer$"))
	.some((name) => document[name].stateNode.current.memoizedState.isDehydrated === false)`;

/** What a translator does to a page. */
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
