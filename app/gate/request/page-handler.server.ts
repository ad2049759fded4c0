import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import {
	type AgnosticRouteObject,
	createStaticHandler,
	type LoaderFunctionArgs,
	type StaticHandlerContext,
} from "@remix-run/router";

/**
 * Renders the page of a GET request, or returns the redirect of a loader. The result is undefined when a loader or
 * the page failed; then Remix's own handler renders the error page.
 */
export type PageHandler = (request: Request, loadContext: AppLoadContext) => Promise<Response | undefined>;

/**
 * Replaces Remix's `createRequestHandler` for pages, and passes the data of the loaders to the page directly. Remix
 * copies the request for each loader, and converts the data to a JSON Response and back, which took an eighth of a
 * page's processor time.
 */
export function pageHandler(build: ServerBuild): PageHandler {
	const { entry, routes, assets, future, isSpaMode } = build;
	const { query } = createStaticHandler(routesBelow(routes), {
		future: {
			v7_relativeSplatPath: future.v3_relativeSplatPath,
			v7_throwAbortReason: future.v3_throwAbortReason,
		},
	});
	const routeModules = Object.fromEntries(
		Object.entries(routes).flatMap(([id, route]) => (route ? [[id, route.module]] : [])),
	);
	const serializeError = ({ message }: Error) => ({ message });
	const fixed = { manifest: assets, routeModules, future, isSpaMode, serializeError };

	return async (request, loadContext) => {
		const context = await query(request, { requestContext: loadContext });
		if (context instanceof Response) return context;
		if (context.errors) return undefined;
		const headers = headersOf(routes, context);
		try {
			const entryContext = { ...fixed, staticHandlerContext: context };
			return await entry.module.default(request, context.statusCode, headers, entryContext, loadContext);
		} catch {
			return undefined;
		}
	};
}

type Routes = ServerBuild["routes"];

/** Converts the routes to the tree that the router needs. `parentId` is undefined for the routes at the top. */
function routesBelow(routes: Routes, parentId?: string): AgnosticRouteObject[] {
	return Object.values(routes).flatMap((route) => {
		if (!route || route.parentId !== parentId) return [];
		const { id, path, module } = route;
		const { loader: load } = module;
		const loader =
			load && (({ request, params, context }: LoaderFunctionArgs) => load({ request, params, context }));
		return [{ id, path, handle: module.handle, loader, children: routesBelow(routes, id) }];
	});
}

/** The headers of a page: the result of the routes' `headers` functions, and the cookies of all loaders. */
function headersOf(routes: Routes, { matches, loaderHeaders }: StaticHandlerContext): Headers {
	let headers = new Headers();
	for (const { route } of matches) {
		const ofLoader = loaderHeaders[route.id] ?? new Headers();
		const choose = routes[route.id]?.module.headers;
		if (choose) {
			const parentHeaders = headers;
			const none = { actionHeaders: new Headers(), errorHeaders: undefined };
			const args = { loaderHeaders: ofLoader, parentHeaders, ...none };
			headers = new Headers(typeof choose === "function" ? choose(args) : choose);
			addCookies(parentHeaders, headers);
		}
		addCookies(ofLoader, headers);
	}
	return headers;
}

function addCookies(from: Headers, to: Headers): void {
	const known = to.getSetCookie();
	for (const cookie of from.getSetCookie()) if (!known.includes(cookie)) to.append("Set-Cookie", cookie);
}
