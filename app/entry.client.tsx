import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { preserveTextareas } from "~/browser/preserve-textareas";
import { PageContext } from "~/ui/frame/page-context";
import { fallBackToFullLoad } from "./browser/full-load";

/** Data that the server wrote into the document: see `app/ui/frame/page-data.tsx`. */
interface Page {
	remix: typeof window.__remixContext;
	/** URLs of this module, Remix's manifest and the page's route modules, in that order. */
	modules: string[];
	/** Ids of those routes. */
	routes: string[];
	/** Number of elements that the server rendered. */
	elements: number;
}

type RouteModule = (typeof window.__remixRouteModules)[string];

/**
 * Hydrates a page once the starter has loaded its modules. Leaves a page alone that a translator or an extension has
 * changed: React would render it again, and the user's input would be lost.
 */
export function hydrate(page: Page, routeModules: RouteModule[], isChanged: () => boolean): void {
	if (isChanged() || document.getElementsByTagName("*").length !== page.elements) return;
	const stylesheet = document.querySelector("style")?.textContent ?? "";
	// Remix finds the scroll position of the page by this key.
	if (!history.state?.key) history.replaceState({ ...history.state, key: String(Math.random()) }, "");
	window.__remixContext = page.remix;
	window.__remixRouteModules = Object.fromEntries(page.routes.map((id, index) => [id, routeModules[index]]));
	// Set by the server for a form with errors. The component that shows them adds it again.
	document.title = document.title.replace("Error: ", "");
	const stopPreserving = preserveTextareas();
	const whenHydrated = () => {
		stopPreserving();
		fallBackToFullLoad();
	};
	startTransition(() => {
		hydrateRoot(
			document,
			<PageContext.Provider value={{ stylesheet, page: { data: "", starter: "" } }}>
				<RemixBrowser />
				<WhenHydrated run={whenHydrated} />
			</PageContext.Provider>,
		);
	});
}

/** Stands after the page, so that its effect runs once the page is hydrated. */
function WhenHydrated({ run }: { run: () => void }) {
	useEffect(run, [run]);
	return null;
}
