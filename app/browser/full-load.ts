import { matchRoutes } from "@remix-run/react";

/**
 * Loads the next page as a full document when its script fails to load, for example because a new version of the
 * program has replaced the script. Remix itself would reload the current page.
 */
export function fallBackToFullLoad(): void {
	const { __remixRouter: router, __remixManifest: manifest } = window;
	let lastLocation: unknown;
	router.subscribe(({ navigation }) => {
		if (navigation.state !== "loading" || navigation.location === lastLocation) return;
		lastLocation = navigation.location;
		const { pathname, search, hash } = navigation.location;
		for (const { route } of matchRoutes([...router.routes], pathname) ?? []) {
			const address = manifest.routes[route.id ?? ""]?.module;
			// Remix also reacts to the failed import: it reloads the current page. `setTimeout` makes the load of the next
			// page begin later, because the later of two page loads cancels the earlier.
			if (address) import(address).catch(() => setTimeout(() => location.assign(pathname + search + hash)));
		}
	});
}
