/**
 * Loads the next page as a full document when its script fails to load: without signal, or because a new version of
 * the program has replaced the script. Remix itself would reload the current page, and of two loads the later wins, so
 * Remix must not begin its own. Without signal, a form that is sent without leaving the page was not sent.
 * @param unsent what the page then gets instead of an answer
 */
export function fallBackToFullLoad(unsent: object): void {
	const { __remixRouter: router, __remixManifest: manifest } = window;
	for (const route of router.routes[0]?.children ?? []) {
		const { id, lazy } = route;
		if (!lazy) continue;
		const address = manifest.routes[id]?.module ?? "";
		const load = async () => {
			try {
				await import(address);
			} catch {
				const { state, location: next } = router.state.navigation;
				if (state === "loading") {
					location.assign(next.pathname + next.search + next.hash);
					// Nothing more happens in this page.
					await new Promise(() => {});
				}
				if (state === "idle" && (await fetch(address).catch(() => undefined))?.status !== 404)
					return { action: giveUp };
			}
			return lazy();
		};
		const giveUp = () => {
			// The script is loaded again when the form is.
			Object.assign(route, { lazy: load, action: undefined });
			return unsent;
		};
		route.lazy = load;
	}
}
