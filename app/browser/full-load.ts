import { matchRoutes } from "@remix-run/react";

/**
 * Loads the target of a navigation as a full page when one of its modules fails to load, as after a deploy. Remix would
 * reload the present page instead, again at each attempt.
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
			// After Remix's own reload, which the same failure starts: the later of two loads wins.
			if (address) import(address).catch(() => setTimeout(() => location.assign(pathname + search + hash)));
		}
	});
}
