import { matchRoutes } from "@remix-run/react";

/**
 * Where a module of the page that somebody goes to does not come, since a deploy took it away, loads that page whole. Remix
 * would load the present one anew, and the next press would do the same.
 */
export function goOnByFullLoad(): void {
	const { __remixRouter: router, __remixManifest: manifest } = window;
	let last: unknown;
	router.subscribe(({ navigation }) => {
		if (navigation.state !== "loading" || navigation.location === last) return;
		last = navigation.location;
		const { pathname, search, hash } = navigation.location;
		for (const { route } of matchRoutes([...router.routes], pathname) ?? []) {
			const address = manifest.routes[route.id ?? ""]?.module;
			// After Remix, which has asked for the same module: the later of two loads is done.
			if (address) import(address).catch(() => setTimeout(() => location.assign(pathname + search + hash)));
		}
	});
}
