/**
 * The one script inside a document: it begins to bring the page alive once everything else is there. What it is made of,
 * which module is the first and which others it needs, stands in the page's data, so that its text and its hash in the
 * Content-Security-Policy are always the same.
 */
export const starter = `(${start})()`;

/** Runs in the browser, as text: it sees nothing of this file, and an old browser has to be able to read it. */
function start() {
	// Chrome below 85, Firefox below 79 and iOS below 14.5 lack one of these, and stumble over what would be loaded: it
	// uses ES2020 and, in packages, fields of classes and `??=`.
	if (!("any" in Promise && "ListFormat" in Intl)) return;
	let isChanged = false;
	new MutationObserver(() => {
		isChanged = true;
	}).observe(document, { childList: true, characterData: true, subtree: true });

	// Where a module does not come, the page stays what it is, and works.
	const load = () => {
		const page = JSON.parse(Object(document.getElementById("page-data")).textContent);
		Promise.all(page.modules.map((address: string) => import(address))).then(
			([entry, , ...routes]) => entry.hydrate(page, routes, () => isChanged),
			() => {},
		);
	};
	const connection = "connection" in navigator ? Object(navigator.connection) : {};
	if (connection.saveData || /2g/.test(connection.effectiveType)) {
		// A photo that is made smaller saves more than all of this costs.
		const begin = ({ target }: Event) => {
			if (!(target instanceof HTMLInputElement) || target.type !== "file") return;
			removeEventListener("change", begin);
			load();
		};
		addEventListener("change", begin);
	} else
		addEventListener("load", () => {
			if ("requestIdleCallback" in window) requestIdleCallback(load);
			else setTimeout(load, 200);
		});
}
