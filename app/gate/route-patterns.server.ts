import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";

/** Gives the pattern of the route that answers a path: the log names `/diagrams/:id`, never what somebody typed. */
export function routePatterns(routes: ServerBuild["routes"]): (pathname: string) => string {
	const flat = Object.values(routes)
		.filter((route) => route.path !== undefined && route.parentId === "root")
		.map((route) => ({ id: route.id, path: route.path ?? "" }));
	return (pathname) => {
		if (pathname.startsWith("/build/")) return "/build/*";
		// Remix would write a path that it cannot decode to the log.
		if (!isDecodable(pathname)) return "*";
		const match = matchRoutes(flat, pathname)?.at(-1);
		return match?.route.path ? `/${match.route.path}` : "/";
	};
}

function isDecodable(pathname: string): boolean {
	try {
		decodeURIComponent(pathname);
		return true;
	} catch {
		return false;
	}
}
