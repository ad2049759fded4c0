import type { ServerBuild } from "@remix-run/node";

/**
 * Returns a function that finds the route pattern of a path, such as `/diagrams/:id`, for the log. Unlike Remix's own
 * matching, compiles the patterns only once.
 */
export function routePatterns(routes: ServerBuild["routes"]): (pathname: string) => string {
	const patterns = Object.values(routes)
		.filter((route) => route.parentId === "root")
		.map((route) => `/${route.path ?? ""}`)
		.sort((one, other) => vagueness(one) - vagueness(other))
		.map((pattern) => ({ pattern, matches: toRegExp(pattern) }));
	return (pathname) => {
		if (pathname.startsWith("/build/")) return "/build/*";
		return patterns.find(({ matches }) => matches.test(pathname))?.pattern ?? "*";
	};
}

/** Sort key of a route pattern: fixed paths come first, paths with parameters next, catch-all paths last. */
function vagueness(pattern: string): number {
	return (pattern.endsWith("*") ? 100 - pattern.length / 1000 : 0) + pattern.split(":").length;
}

function toRegExp(pattern: string): RegExp {
	const source = pattern.replace(/[.-]/g, "\\$&").replace(/:\w+/g, "[^/]+").replace(/\*$/, ".*");
	return new RegExp(`^${source}/?$`, "i");
}
