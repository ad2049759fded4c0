import type { ServerBuild } from "@remix-run/node";
import * as z from "zod";

/** What a page depends on besides its address, the day and the answer about cookies. */
const dependence = z.enum(["web", "crew", "phone", "shifts", "own-crew"]);
export type Dependence = z.infer<typeof dependence>;

/**
 * What a route says in its `handle`. The gate reads what it needs to know of a route here, so that it names none. A
 * misspelt name stops the start.
 */
const handleSchema = z.strictObject({
	/** For `entry.server.tsx`: whether the page loads its script. */
	hydrate: z.literal(true).optional(),
	/** For the frame: whether the page fills the screen, without header and footer. */
	fillsScreen: z.literal(true).optional(),
	/** For `entry.server.tsx`: names, for the page's data, the stylesheet that is enough for the page. */
	lightStyles: z.unknown().optional(),
	/** For `signedOutPage`: the form that is shown again when the session has ended. */
	SignedOutForm: z.unknown().optional(),
	/** Size limit in bytes of the route's form with files. */
	uploadBytes: z.number().optional(),
	/** What the gate says of a form that comes from another app, which it refuses. */
	fromElsewhere: z.string().optional(),
	/** Purpose of the token in the mailed links that open the page. */
	mailToken: z.enum(["verify", "reset"]).optional(),
	/**
	 * What the page depends on. The page cache keeps only pages that say it, if need be `[]`, and gives a kept page to
	 * visitors for whom all of this is the same.
	 */
	cacheKey: z.array(dependence).optional(),
	/** Whether programs ask for the route, by any host, and read the text of its status 503. */
	forPrograms: z.literal(true).optional(),
	/** Whether the route's status 503 reports a failure; that of other routes means that the server is busy. */
	failsWith503: z.literal(true).optional(),
});

export type RouteHandle = z.infer<typeof handleSchema>;

/** Returns the handle of a route; an empty one for a route without `handle`. */
export function handleOf({ id, module }: ServerBuild["routes"][string]): RouteHandle {
	const { data, error } = handleSchema.safeParse(module.handle ?? {});
	if (error) throw new Error(`${id}: ${z.prettifyError(error)}`);
	return data;
}

/** A route of the site with its pattern, such as `/diagrams/:id`. */
interface KnownRoute {
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

/** Sort key of a pattern: lowest for fixed paths, higher for paths with parameters, highest for the catch-all path. */
function vagueness(pattern: string): number {
	return (pattern.endsWith("*") ? 100 : 0) + pattern.split(":").length;
}

function toRegExp(pattern: string): RegExp {
	const source = pattern.replace(/[.-]/g, "\\$&").replace(/:\w+/g, "[^/]+").replace(/\/\*$/, "(/.*)?");
	return new RegExp(`^${source}/?$`, "i");
}
