/** A quarter of the list, since November 2026: one route is ranked and copied, not all. */
import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { requestContext } from "~/lib/http/request-context.server";
import { remembering } from "~/lib/remembering";
import { pageHandler } from "./page-handler.server";

/**
 * Returns a function that gives the request handler of a route. Each route has a handler of its own, whose build
 * contains only this route and the root: with the whole build, Remix would rank and copy all routes for each request.
 */
export function routeHandlers(build: ServerBuild): (id: string) => RequestHandler {
	return remembering((id) => handlerOf(buildOf(build, id), id));
}

/** Returns a handler that uses `pageHandler` for GET requests of pages, and Remix's own handler for all others. */
function handlerOf(build: ServerBuild, id: string): RequestHandler {
	const remix = createRequestHandler(build, "production");
	if (!build.routes[id]?.module.default) return remix;
	const page = pageHandler(build);
	return async (request, loadContext = {}) => {
		const isPage = request.method === "GET" && !requestContext().isData;
		return isPage ? page(request, loadContext) : remix(request, loadContext);
	};
}

function buildOf(build: ServerBuild, id: string): ServerBuild {
	const ids = ["root", id];
	const assets = { ...build.assets, routes: pick(build.assets.routes, ids) };
	return { ...build, routes: pick(build.routes, ids), assets };
}

function pick<Value>(values: Record<string, Value>, keys: readonly string[]): Record<string, Value> {
	return Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)));
}
