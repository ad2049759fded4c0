import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import type { KnownRoute } from "./route-patterns.server";

/**
 * Creates Remix's request handlers: one for each route, whose build contains only that route and the root, and one for
 * an unknown route. With all routes in one build, Remix flattens, ranks and copies them several times per request, which
 * took a fifth of a page's processor time.
 */
export function routeHandlers(build: ServerBuild): (route: KnownRoute | undefined) => RequestHandler {
	const whole = createRequestHandler(build, "production");
	const handlers = new Map<string, RequestHandler>();
	return (route) => {
		if (!route) return whole;
		const handler = handlers.get(route.id) ?? createRequestHandler(buildOf(build, route.id), "production");
		handlers.set(route.id, handler);
		return handler;
	};
}

function buildOf(build: ServerBuild, id: string): ServerBuild {
	const ids = ["root", id];
	// The browser loads the manifest of all routes from `assets.url`.
	const assets = { ...build.assets, routes: pick(build.assets.routes, ids) };
	return { ...build, routes: pick(build.routes, ids), assets };
}

function pick<Value>(values: Record<string, Value>, keys: readonly string[]): Record<string, Value> {
	return Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)));
}
