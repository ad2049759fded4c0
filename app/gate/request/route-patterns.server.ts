import type { ServerBuild } from "@remix-run/node";

/**
 * Returns a function from a path to the pattern of its route, such as `/diagrams/:id`: the log never contains the path
 * itself. The patterns are compiled once; Remix would rank all routes again for every request.
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

/** Sort key that puts fixed paths before paths with parameters, and paths with parameters before splats. */
function vagueness(pattern: string): number {
	return (pattern.endsWith("*") ? 100 - pattern.length / 1000 : 0) + pattern.split(":").length;
}

function toRegExp(pattern: string): RegExp {
	const source = pattern.replace(/[.-]/g, "\\$&").replace(/:\w+/g, "[^/]+").replace(/\*$/, ".*");
	return new RegExp(`^${source}/?$`, "i");
}
