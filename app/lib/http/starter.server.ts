/**
 * The only inline script: it hydrates the page after everything else has loaded. The addresses of the modules are in the
 * page's data, so that the text of the script, and its hash in the Content-Security-Policy, never change.
 */
export const starter = `(${start})()`;

/** Sent to the browser as text, so it can use nothing else in this file, and old browsers must be able to parse it. */
function start() {
	// Chrome before 85, Firefox before 79 and iOS before 14.5 lack one of these features. They cannot parse the modules,
	// which use ES2020 and, in packages, class fields and `??=`.
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
		// On a slow connection the script is loaded only when the user chooses a photo: shrinking the photo saves more
		// bytes than the script has.
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
