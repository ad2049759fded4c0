import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { KNOWN_PUSH, registerWorker } from "~/browser/register-worker";
import { NO_SIGNAL } from "~/ui/forms/send-form";
import { PageContext } from "~/ui/frame/page-context";
import { fallBackToFullLoad } from "./browser/full-load";

/** Data for hydration that the server wrote into the document (`app/entry.server.tsx`). */
interface Page {
	path: string;
	remix: typeof window.__remixContext;
	/** URLs of this client entry module, Remix's manifest and the page's route modules, in that order. */
	modules: string[];
	routes: string[];
	elements: number;
	moreStyles?: string;
	/** Whether the site has a service worker. */
	hasWorker?: boolean;
}

type RouteModule = (typeof window.__remixRouteModules)[string];

/**
 * Hydrates a page, unless a translator or a browser extension has changed the HTML: React would then render the
 * page anew and lose the user's input.
 */
export function hydrate(page: Page, routeModules: RouteModule[], isChanged: () => boolean): void {
	if (page.path !== location.pathname) {
		// The way back, pressed before the starter came, has changed the address alone. Only Remix's entries have a state.
		if (history.state) location.reload();
		return;
	}
	if (isChanged() || document.getElementsByTagName("*").length !== page.elements) return;
	const stylesheet = document.querySelector("style")?.innerHTML;
	// Remix stores the scroll position of a page under `history.state.key`.
	if (!history.state?.key) history.replaceState({ ...history.state, key: String(Math.random()) }, "");
	window.__remixContext = page.remix;
	window.__remixRouteModules = Object.fromEntries(page.routes.map((id, index) => [id, routeModules[index]]));
	// The server adds "Error: " to the title of a page with a refused form; React does not.
	document.title = document.title.replace("Error: ", "");
	const stopPreserving = preserveTextareas();
	const whenHydrated = () => {
		stopPreserving();
		fallBackToFullLoad({ unsent: NO_SIGNAL });
		if (page.hasWorker) registerWorker();
		if (page.hasWorker) repairNotices().catch(() => {});
	};
	startTransition(() => {
		hydrateRoot(
			document,
			<PageContext.Provider value={{ stylesheet, moreStyles: page.moreStyles }}>
				<RemixBrowser />
				<WhenHydrated run={whenHydrated} />
			</PageContext.Provider>,
		);
	});
}

/**
 * Keeps text typed before hydration, when React resets each text area to its default value.
 * @returns a function to call after hydration
 */
function preserveTextareas(): () => void {
	const preserve = (area: HTMLTextAreaElement) => {
		if (area.defaultValue !== area.value) area.defaultValue = area.value;
	};
	const onInput = ({ target }: Event) => {
		if (target instanceof HTMLTextAreaElement) preserve(target);
	};
	document.querySelectorAll("textarea").forEach(preserve);
	// Before React's own listener, which hydrates at once and so would reset the text area first.
	addEventListener("input", onInput, true);
	return () => removeEventListener("input", onInput, true);
}

/** Only a browser that gets notices loads what compares its subscription with the server's. */
async function repairNotices(): Promise<void> {
	if (localStorage.getItem(KNOWN_PUSH)) await (await import("./browser/push-subscription")).repairPush();
}

/** Calls `run` once the page is hydrated: the effect of the last component runs last. */
function WhenHydrated({ run }: { run: () => void }) {
	useEffect(run, [run]);
	return null;
}
