import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import {
	type AgnosticRouteObject,
	createStaticHandler,
	type LoaderFunctionArgs,
	type StaticHandlerContext,
} from "@remix-run/router";

/**
 * Renders the page that a GET request asks for, or returns the redirect of a loader; undefined when a loader or the page
 * failed. Remix's own handler then shows the error page.
 */
export type PageHandler = (request: Request, loadContext: AppLoadContext) => Promise<Response | undefined>;

/**
 * Does what Remix's `createRequestHandler` does for a page, but gives the page its loaders' data as they are. Remix
 * copies the request for each loader, writes the data as JSON into a Response and reads them again, which took an
 * eighth of a page's processor time.
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

/** The routes as the router wants them: each with the routes below it. */
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

/** The headers of a page: those that its routes' `headers` choose, and the cookies of all loaders. */
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
