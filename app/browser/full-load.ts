import { matchRoutes } from "@remix-run/react";

/**
 * Loads the target of a navigation as a full page when one of its modules fails to load, for example after a deploy.
 * Remix would reload the current page instead, at every attempt.
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
			// The timeout makes this load start after Remix's own reload, which it then replaces.
			if (address) import(address).catch(() => setTimeout(() => location.assign(pathname + search + hash)));
		}
	});
}
