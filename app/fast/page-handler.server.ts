/** A sixth of the list, since November 2026: data reach the page without JSON. */
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import {
	type AgnosticRouteObject,
	createStaticHandler,
	getStaticContextFromError,
	type LoaderFunctionArgs,
	type StaticHandlerContext,
} from "@remix-run/router";

/**
 * Renders the page or error page of a GET request, or returns a loader's redirect. Returns status 500 without a body
 * if even the error page failed.
 */
export type PageHandler = (request: Request, loadContext: AppLoadContext) => Promise<Response>;

/**
 * Replaces Remix's `createRequestHandler` for pages. Passes the loaders' data to the page directly instead of by JSON
 * responses. Handles errors like Remix. Runs each loader only once,
 * even if the loader fails, because Google accepts the code of a sign-in only once.
 */
export function pageHandler(build: ServerBuild): PageHandler {
	const { entry, routes, assets, future, isSpaMode } = build;
	const { query, dataRoutes } = createStaticHandler(routesBelow(routes), {
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
		const params = context.matches[0]?.params ?? {};
		const report = (error: unknown) =>
			entry.module.handleError?.(error, { request, params, context: loadContext });
		for (const error of Object.values(context.errors ?? {})) report(error);
		const headers = headersOf(routes, context);
		const render = (shown: StaticHandlerContext) => {
			shown.errors = withoutDetails(shown.errors);
			const entryContext = { ...fixed, staticHandlerContext: shown };
			return entry.module.default(request, shown.statusCode, headers, entryContext, loadContext);
		};
		try {
			return await render(context);
		} catch (error) {
			report(error);
			try {
				return await render(getStaticContextFromError(dataRoutes, context, error));
			} catch (errorOfErrorPage) {
				report(errorOfErrorPage);
				return new Response(null, { status: 500 });
			}
		}
	};
}

type Errors = StaticHandlerContext["errors"];

/** Removes the details of errors, so that no error page shows internals. */
function withoutDetails(errors: Errors): Errors {
	if (!errors) return null;
	const shown = Object.entries(errors).map(([id, error]) => {
		return [id, error instanceof Error ? new Error("Unexpected Server Error") : error];
	});
	return Object.fromEntries(shown);
}

type Routes = ServerBuild["routes"];

/** Builds the router's tree of the routes below `parentId`; without `parentId`, of all routes. */
function routesBelow(routes: Routes, parentId?: string): AgnosticRouteObject[] {
	return Object.values(routes).flatMap((route) => {
		if (!route || route.parentId !== parentId) return [];
		const { id, path, module } = route;
		const { loader: load } = module;
		const loader =
			load && (({ request, params, context }: LoaderFunctionArgs) => load({ request, params, context }));
		const hasErrorBoundary = Boolean(module.ErrorBoundary);
		const children = routesBelow(routes, id);
		return [{ id, path, handle: module.handle, hasErrorBoundary, loader, children }];
	});
}

/**
 * Returns the headers of a page: from the `headers` functions of the shown routes, and the cookies of all loaders. The
 * child routes of a route that shows an error are not shown.
 */
function headersOf(routes: Routes, { matches, loaderHeaders, errors }: StaticHandlerContext): Headers {
	const boundary = errors ? matches.findIndex(({ route }) => route.id in errors) : -1;
	let headers = new Headers();
	for (const [place, { route }] of matches.entries()) {
		const ofLoader = loaderHeaders[route.id] ?? new Headers();
		const isShown = boundary < 0 || place <= boundary;
		const choose = isShown ? routes[route.id]?.module.headers : undefined;
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
