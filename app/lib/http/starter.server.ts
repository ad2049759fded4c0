/**
 * The only inline script of the site: it hydrates the page after all other content has loaded. The URLs of the
 * modules are in the page's data, so that the script's text, and its hash in the Content-Security-Policy, never
 * change.
 */
export const starter = `(${start})()`;

/**
 * Source code of the inline script. The browser gets this function as text, so it can use nothing else in this file,
 * and old browsers must be able to parse it.
 */
function start() {
	// Chrome before 85, Firefox before 79 and iOS before 14.5 cannot parse the modules, which use ES2020, class
	// fields and `??=`. These browsers lack `Promise.any` or `Intl.ListFormat`.
	if (!("any" in Promise && "ListFormat" in Intl)) return;
	let isChanged = false;
	new MutationObserver(() => {
		isChanged = true;
	}).observe(document, { childList: true, characterData: true, subtree: true });

	// If a module fails to load, the page stays as it is and works without script.
	const load = () => {
		const page = JSON.parse(Object(document.getElementById("page-data")).textContent);
		Promise.all(page.modules.map((address: string) => import(address))).then(
			([entry, , ...routes]) => entry.hydrate(page, routes, () => isChanged),
			() => {},
		);
	};
	const connection = "connection" in navigator ? Object(navigator.connection) : {};
	if (connection.saveData || /2g/.test(connection.effectiveType)) {
		// On a slow connection the page's modules are loaded only when the user chooses a photo. Sending a shrunk
		// photo saves more bytes than the modules cost.
		const begin = ({ target }: Event) => {
			if (!(target instanceof HTMLInputElement) || target.type !== "file") return;
			removeEventListener("change", begin);
			load();
		};
		addEventListener("change", begin);
	} else
		addEventListener("load", () => {
			// `timeout` loads the modules even when the browser is too busy ever to count as idle.
			if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: 1000 });
			else setTimeout(load, 200);
		});
}
