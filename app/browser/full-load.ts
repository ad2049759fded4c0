/**
 * Loads the next page as a full document when its script fails to load: without signal, or because a new version of
 * the program has replaced the script. Remix itself would reload the current page, and of two loads the later wins, so
 * Remix must not begin its own.
 */
export function fallBackToFullLoad(): void {
	const { __remixRouter: router, __remixManifest: manifest } = window;
	for (const route of router.routes[0]?.children ?? []) {
		const { id, lazy } = route;
		if (!lazy) continue;
		route.lazy = async () => {
			try {
				await import(manifest.routes[id]?.module ?? "");
			} catch {
				const { state, location: next } = router.state.navigation;
				if (state === "loading") {
					location.assign(next.pathname + next.search + next.hash);
					// Nothing more happens in this page.
					await new Promise(() => {});
				}
			}
			return lazy();
		};
	}
}
