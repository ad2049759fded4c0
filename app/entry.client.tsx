import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { preserveTextareas } from "~/browser/preserve-textareas";
import { PageContext } from "~/ui/frame/page-context";
import { fallBackToFullLoad } from "./browser/full-load";

/** Data that the server wrote into the document (`app/ui/frame/page-data.tsx`). */
interface Page {
	remix: typeof window.__remixContext;
	/** URLs of this module, Remix's manifest and the page's route modules, in that order. */
	modules: string[];
	/** Ids of the page's routes. */
	routes: string[];
	/** Number of elements that the server rendered. */
	elements: number;
}

type RouteModule = (typeof window.__remixRouteModules)[string];

/**
 * Hydrates a page once the starter has loaded its modules. Does not hydrate a page that a translator or an extension
 * has changed: React would render it again, and the user's input would be lost.
 */
export function hydrate(page: Page, routeModules: RouteModule[], isChanged: () => boolean): void {
	if (isChanged() || document.getElementsByTagName("*").length !== page.elements) return;
	const stylesheet = document.querySelector("style")?.textContent ?? "";
	// Remix finds the scroll position of the page by this key.
	if (!history.state?.key) history.replaceState({ ...history.state, key: String(Math.random()) }, "");
	window.__remixContext = page.remix;
	window.__remixRouteModules = Object.fromEntries(page.routes.map((id, index) => [id, routeModules[index]]));
	// The server writes this prefix for a form with errors. The error summary adds it again after hydration.
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

/** Rendered after the page, so that its effect runs once the page is hydrated. */
function WhenHydrated({ run }: { run: () => void }) {
	useEffect(run, [run]);
	return null;
}
