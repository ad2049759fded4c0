import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";

/**
 * Renders a component with links and forms of Remix to HTML.
 * @param data what the loader of a page gives it, and that of the root
 */
export async function htmlOf(
	part: ReactElement,
	path = "/auth/my-account",
	data: Readonly<Record<string, unknown>> | null = null,
): Promise<string> {
	const handler = createStaticHandler([{ id: "root", path: "*", element: part, loader: () => data }]);
	const context = await handler.query(new Request(`http://localhost:3000${path}`));
	if (context instanceof Response) throw context;
	const router = createStaticRouter(handler.dataRoutes, context);
	return renderToStaticMarkup(createElement(StaticRouterProvider, { router, context, hydrate: false }));
}
