import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { preserveTextareas } from "~/browser/preserve-textareas";
import { PageContext } from "~/ui/frame/page-context";
import { fallBackToFullLoad } from "./browser/full-load";

/** What the server wrote into the document for us: see `app/ui/frame/page-data.tsx`. */
interface Page {
	remix: typeof window.__remixContext;
	/** Addresses of this module, Remix's manifest and the page's route modules, in that order. */
	modules: string[];
	/** Names of those routes. */
	routes: string[];
	/** How many elements the server wrote. */
	elements: number;
}

type RouteModule = (typeof window.__remixRouteModules)[string];

/**
 * Brings a page alive that the starter has loaded everything for. React would build a page anew that is not the one that
 * the server wrote, and what was typed would be gone: where a translator or an extension was here, it stays as it is.
 */
export function hydrate(page: Page, routeModules: RouteModule[], isChanged: () => boolean): void {
	if (isChanged() || document.getElementsByTagName("*").length !== page.elements) return;
	const stylesheet = document.querySelector("style")?.textContent ?? "";
	// By it the window's history finds how far this page was scrolled.
	if (!history.state?.key) history.replaceState({ ...history.state, key: String(Math.random()) }, "");
	window.__remixContext = page.remix;
	window.__remixRouteModules = Object.fromEntries(page.routes.map((id, index) => [id, routeModules[index]]));
	// Of a refused form: what tells of its errors puts it back.
	document.title = document.title.replace("Error: ", "");
	const stopKeeping = preserveTextareas();
	const whenAlive = () => {
		stopKeeping();
		fallBackToFullLoad();
	};
	startTransition(() => {
		hydrateRoot(
			document,
			<PageContext.Provider value={{ stylesheet, page: { data: "", starter: "" } }}>
				<RemixBrowser />
				<WhenAlive run={whenAlive} />
			</PageContext.Provider>,
		);
	});
}

/** Beside the page, so that it runs what has to wait for it. */
function WhenAlive({ run }: { run: () => void }) {
	useEffect(run, [run]);
	return null;
}
