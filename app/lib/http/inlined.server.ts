import { readFileSync } from "node:fs";
import { join } from "node:path";
import listAddress from "~/styles/extra-list.css";
import sheetAddress from "~/styles/extra-sheet.css";
import address from "~/styles/index.css";
import partsAddress from "~/styles/more-parts.css";
import personAddress from "~/styles/person.css";
import moreStyles from "~/styles/person-more.css";
import screenAddress from "~/styles/screen.css";
import pictureAddress from "~/styles/year-picture.css";

/**
 * The only inline script: hydrates the page after all other content. The URLs of modules are in the page's data, so
 * that the script and its hash in the Content-Security-Policy never change.
 */
export const starter = oneByteText(`(${start})()`.replace(/\s*\n\s*/g, " "));

/**
 * This function is sent to the browser as text. It can use nothing else in this file, and old browsers must be able
 * to parse it.
 */
function start() {
	// Older browsers (Chrome before 85, Firefox before 79, iOS before 14.5) cannot parse the modules. These browsers
	// lack `Promise.any` or `Intl.ListFormat`.
	if (!("any" in Promise && "ListFormat" in Intl)) return;
	let isChanged = false;
	new MutationObserver(() => {
		isChanged = true;
	}).observe(document, { childList: true, characterData: true, subtree: true });

	// The way back to a page that this document once showed changes only the address, until the page is hydrated.
	const { pathname, search } = location;
	addEventListener("popstate", () => {
		if (
			document.documentElement.className === "alive" ||
			location.pathname + location.search === pathname + search
		)
			return;
		isChanged = true;
		location.reload();
	});

	// Loads the modules of the page, then hydrates the page. If a module fails to load, the page stays without script.
	const load = () => {
		const page = JSON.parse(Object(document.getElementById("page-data")).textContent);
		Promise.all(page.modules.map((address: string) => import(address))).then(
			([entry, , ...routes]) => entry.hydrate(page, routes, () => isChanged),
			() => {},
		);
	};
	const { saveData, effectiveType } = Object(Reflect.get(navigator, "connection"));
	if (saveData || /2g/.test(effectiveType)) {
		// On a slow connection, loads the modules only when the user chooses a photo. The modules shrink the photo by
		// more bytes than the modules have.
		const begin = ({ target }: Event) => {
			if (Object(target).type !== "file") return;
			removeEventListener("change", begin);
			load();
		};
		addEventListener("change", begin);
	} else
		addEventListener("load", () => {
			// `timeout` loads the modules even if the browser is never idle.
			if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: 1000 });
			else setTimeout(load, 200);
		});
}

/**
 * Public pages' stylesheet, inlined to save a request before the first paint. Its hash is in the
 * Content-Security-Policy.
 */
export const stylesheet = read(address);

const ofPerson = read(personAddress);

/** Stylesheets of the list of extras and of their sheet, whose rows leave no room for styles that they do not need. */
export const lightStylesheets = new Map([
	["list", ofPerson + read(listAddress)],
	["sheet", ofPerson + read(sheetAddress)],
	["picture", ofPerson + read(partsAddress) + read(sheetAddress) + read(pictureAddress)],
]);

/** Stylesheet of the other pages below /auth. */
export const personStylesheet = ofPerson + read(moreStyles);

export { moreStyles };

/** Stylesheet of the pages that fill the screen. */
export const screenStylesheet = read(screenAddress);

function read(builtAddress: string): string {
	return readFileSync(join("public", builtAddress), "utf8")
		.replace(/\/\*[\s\S]*?\*\//g, "")
		.trim();
}

/**
 * Copies a text to one byte per character. V8 keeps some texts in two, such as the source of a function, and a page that
 * contains one of these would need two for all its characters.
 * @param text has no character beyond Latin-1
 */
export function oneByteText(text: string): string {
	return Buffer.from(text, "latin1").toString("latin1");
}
