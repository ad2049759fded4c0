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
type PageHandler = (request: Request, loadContext: AppLoadContext) => Promise<Response>;

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
	const routeModules = Object.fromEntries(Object.entries(routes).map(([id, { module }]) => [id, module]));
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
		if (route.parentId !== parentId) return [];
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
 * Returns the headers of a page: what its `headers` function takes of its loader's, and the cookies of all loaders. A page
 * with an error is the root's, which has no such function.
 */
function headersOf(routes: Routes, { matches, loaderHeaders, errors }: StaticHandlerContext): Headers {
	const page = matches.at(-1)?.route.id ?? "";
	const choose = errors ? undefined : routes[page]?.module.headers;
	const none = { parentHeaders: new Headers(), actionHeaders: new Headers(), errorHeaders: undefined };
	const args = { loaderHeaders: loaderHeaders[page] ?? new Headers(), ...none };
	const headers = new Headers(typeof choose === "function" ? choose(args) : choose);
	for (const ofLoader of Object.values(loaderHeaders))
		for (const cookie of ofLoader.getSetCookie()) headers.append("Set-Cookie", cookie);
	return headers;
}
