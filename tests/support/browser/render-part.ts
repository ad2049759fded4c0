import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { matchRoutes } from "react-router-dom";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { expect } from "vitest";

/** An element that has something to say or is not there: unlike `<p>` and `<div>`, it is no place for a later text. */
const EMPTY = /<(ul|ol|dl|h[1-6]|small|section|table|tbody|figure)( [^>]*)?><\/\1>/;

/**
 * Renders a component with links and forms of Remix to HTML.
 * @param data what the loader of a page gives it, and that of the root
 * @param answer what the page's action has answered to its form
 */
export async function htmlOf(
	part: ReactElement,
	path = "/auth/my-account",
	data: Readonly<Record<string, unknown>> | null = null,
	answer?: object,
): Promise<string> {
	const route = { id: "root", path: "*", element: part, loader: () => data, action: () => answer ?? null };
	const handler = createStaticHandler([route]);
	const method = answer === undefined ? "GET" : "POST";
	const context = await handler.query(new Request(`http://localhost:3000${path}`, { method }));
	if (context instanceof Response) throw context;
	const router = createStaticRouter(handler.dataRoutes, context);
	const html = renderToStaticMarkup(createElement(StaticRouterProvider, { router, context, hydrate: false }));
	expect(html).not.toMatch(EMPTY);
	return html;
}

/** `htmlOf` without waiting, for a component that needs no data of a loader. */
export function htmlNow(part: ReactElement): string {
	const { dataRoutes } = createStaticHandler([{ id: "root", path: "*", element: part }]);
	const context = {
		basename: "/",
		location: { pathname: "/", search: "", hash: "", state: null, key: "default" },
		matches: matchRoutes(dataRoutes, "/") ?? [],
		loaderData: {},
		actionData: null,
		errors: null,
		statusCode: 200,
		loaderHeaders: {},
		actionHeaders: {},
		activeDeferreds: null,
	};
	const router = createStaticRouter(dataRoutes, context);
	return renderToStaticMarkup(createElement(StaticRouterProvider, { router, context, hydrate: false }));
}
