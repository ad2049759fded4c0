import type { ServerBuild } from "@remix-run/node";
import { handleOf, type RouteHandle } from "./route-handle.server";

/** A route of the site with its pattern, such as `/diagrams/:id`. */
export interface KnownRoute {
	id: string;
	pattern: string;
	handle: RouteHandle;
}

/** Finds the route of a path. */
export type RouteFinder = (pathname: string) => KnownRoute | undefined;

/**
 * A path of ASCII letters, digits, `_`, `.` and `-` between single slashes. For any other path, such as one with percent
 * escapes, Remix might find another route than `routeFinder`.
 */
const plainPath = /^(\/[\w.-]+)*\/?$/;

/**
 * Returns a function that finds the route of a path, with patterns compiled only once. The function returns
 * undefined for a path in an unusual spelling, such as `/%68ome`.
 */
export function routeFinder(routes: ServerBuild["routes"]): RouteFinder {
	const known = Object.values(routes)
		.filter((route) => route.parentId === "root")
		.map((route) => {
			const pattern = `/${route.path ?? ""}`;
			return { id: route.id, pattern, expression: toRegExp(pattern), handle: handleOf(route) };
		})
		.sort((one, other) => vagueness(one.pattern) - vagueness(other.pattern));
	return (pathname) =>
		plainPath.test(pathname) ? known.find(({ expression }) => expression.test(pathname)) : undefined;
}

/** Sort key of a pattern: lowest for fixed paths, higher for paths with parameters, highest for catch-all paths. */
function vagueness(pattern: string): number {
	return (pattern.endsWith("*") ? 100 - pattern.length / 1000 : 0) + pattern.split(":").length;
}

function toRegExp(pattern: string): RegExp {
	const source = pattern.replace(/[.-]/g, "\\$&").replace(/:\w+/g, "[^/]+").replace(/\/\*$/, "(/.*)?");
	return new RegExp(`^${source}/?$`, "i");
}
