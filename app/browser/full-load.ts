import { matchRoutes } from "@remix-run/react";

/**
 * Loads the next page as a full document when a script module of that page fails to load, for example after a deploy.
 * Otherwise Remix would reload the current page, and the user could never reach the next page.
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
			// Remix reacts to the failed import by reloading the current page. `setTimeout` waits until this reload
			// has begun; the load of the next page then replaces the reload.
			if (address) import(address).catch(() => setTimeout(() => location.assign(pathname + search + hash)));
		}
	});
}
