import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { signedOutPage } from "~/features/auth/sessions/signed-out-page";
import { diskFullMessage, isDiskFull } from "~/lib/database/disk.server";
import { env } from "~/lib/env.server";
import { mayBePersonal } from "~/lib/http/cookies.server";
import {
	lightStylesheets,
	moreStyles,
	personStylesheet,
	screenStylesheet,
	starter,
	stylesheet,
} from "~/lib/http/inlined.server";
import { needsFullLoad } from "~/lib/http/needs-full-load";
import { requestContext } from "~/lib/http/request-context.server";
import { logFailure } from "~/lib/log.server";
import { PageContext } from "~/ui/frame/page-context";

/** Renders a page to a string, which is twice as fast as rendering to a stream. */
export default function handleRequest(
	request: Request,
	givenStatus: number,
	headers: Headers,
	context: EntryContext,
	{ wing }: AppLoadContext,
): Response {
	const { id: requestId, hasFilledDisk } = requestContext();
	const status = hasFilledDisk ? 507 : givenStatus;
	if (hasFilledDisk) explainFullDisk(context);
	const { matches, actionData, errors } = context.staticHandlerContext;
	const isHydrated = says(context, "hydrate");
	// By the route's id, because the same path can be spelled in several ways.
	const isAccount = matches.some(({ route }) => route.id.startsWith("routes/auth."));
	const ofPerson = lightStyles(context) ?? personStylesheet;
	const styles = says(context, "fillsScreen") ? screenStylesheet : isAccount ? ofPerson : stylesheet;
	const shown = {
		requestId,
		signedOut: signedOutPage(Object.values(errors ?? {})[0], matches.at(-1)?.route.handle),
		stylesheet: styles,
		fixedHtml: wing?.fixedHtml,
		hasWorker,
	};
	const document = (
		<PageContext.Provider value={shown}>
			<RemixServer context={context} url={request.url} />
		</PageContext.Provider>
	);
	const html = isHydrated ? renderToString(document) : renderToStaticMarkup(document);
	headers.set("Content-Type", "text/html; charset=utf-8");
	const retryAfter = retryAfterOf(context);
	if (retryAfter) headers.set("Retry-After", retryAfter);
	const isShared = status === 200 && !isAccount && !mayBePersonal(request.headers.get("Cookie"));
	if (!headers.has("Cache-Control"))
		headers.set("Cache-Control", isShared ? "private, no-cache" : "private, no-store");
	// Adds "Error: " to the title, because a screen reader announces the title first.
	const isRefusedForm = status >= 400 && Boolean(actionData);
	const titled = isRefusedForm ? html.replace("<title>", "<title>Error: ") : html;
	const whole = isHydrated ? withScripts(titled, context) : titled;
	const text = `<!doctype html>${whole}`;
	return wing ? wing.htmlResponse(text, { status, headers }) : new Response(text, { status, headers });
}

/**
 * Makes the browser load a full document when a data request is redirected to a page outside /auth, because such pages
 * have no script.
 */
export function handleDataRequest(response: Response): Response {
	const target = response.headers.get("X-Remix-Redirect");
	if (target && needsFullLoad(target)) response.headers.set("X-Remix-Reload-Document", "true");
	return response;
}

/** Logs an unexpected error of a loader, an action or a render. */
export function handleError(error: unknown, { request }: { request: Request }): void {
	if (request.signal.aborted || isRouteErrorResponse(error)) return;
	const context = requestContext();
	if (isDiskFull(error)) context.hasFilledDisk = true;
	logFailure("route_failed", error, { request_id: context.id });
}

/** Returns the Retry-After header of a loader or action. Remix copies only cookies to a page's response. */
function retryAfterOf({ staticHandlerContext }: EntryContext): string | undefined {
	const { loaderHeaders, actionHeaders } = staticHandlerContext;
	const given = [...Object.values(actionHeaders), ...Object.values(loaderHeaders)];
	return given.find((headers) => headers.has("Retry-After"))?.get("Retry-After") ?? undefined;
}

/** Replaces the errors of a page by the message that the disk is full. */
function explainFullDisk({ staticHandlerContext }: EntryContext): void {
	const explained = { status: 507, statusText: "", internal: false, data: { message: diskFullMessage } };
	const boundaries = Object.keys(staticHandlerContext.errors ?? {});
	staticHandlerContext.errors = Object.fromEntries(boundaries.map((id) => [id, explained]));
}

/** Whether a route of the page exports a `handle` with this name. Error pages never hydrate, and have the frame. */
function says({ staticHandlerContext: { errors, matches } }: EntryContext, name: "hydrate" | "fillsScreen") {
	return !errors && matches.some(({ route }) => route.handle?.[name] === true);
}

/** The stylesheet that the route of the page names for its data, in its `handle`, if that needs fewer styles than others. */
function lightStyles({ staticHandlerContext }: EntryContext): string | undefined {
	const { matches, errors, loaderData } = staticHandlerContext;
	const page = matches.at(-1)?.route;
	if (errors || !page?.handle?.lightStyles) return undefined;
	return lightStylesheets.get(page.handle.lightStyles(loaderData[page.id]));
}

/** Whether browsers get the service worker; true or absent. The development server has none. */
const hasWorker = (env.SERVICE_WORKER === "on" && env.NODE_ENV !== "development") || undefined;

const END = "</body></html>";

/**
 * Adds the data and the script that start hydration, at the end of the body, where React ignores elements that it has not
 * rendered. The data tell the number of the page's elements, so they follow the rendering.
 */
function withScripts(html: string, context: EntryContext): string {
	const data = pageData(context, countElements(html) + 2);
	const scripts = `<script type="application/json" id="page-data">${data}</script><script>${starter}</script>`;
	return html.slice(0, -END.length) + scripts + END;
}

/** Hydration data for `app/entry.client.tsx`, as JSON for a `<script>` element. */
function pageData(context: EntryContext, elements: number) {
	const { manifest, staticHandlerContext, future, isSpaMode } = context;
	const { matches, loaderData, actionData, location } = staticHandlerContext;
	const routes = matches.map(({ route }) => route.id);
	const modules = [manifest.entry.module, manifest.url, ...routes.map((id) => manifest.routes[id]?.module)];
	// The modules that those import come last, so that the browser requests all files at once.
	modules.push(...(manifest.routes[routes.at(-1) ?? ""]?.imports ?? []));
	// The browser takes a missing flag as off.
	const used = Object.fromEntries(Object.entries(future).filter(([, isOn]) => isOn));
	const remix = { future: used, isSpaMode, state: { loaderData, actionData, errors: null } };
	const more = lightStyles(context) ? moreStyles : undefined;
	const path = location.pathname;
	const json = JSON.stringify({ path, elements, modules, routes, remix, hasWorker, moreStyles: more });
	return json.replace(
		/[<>&\u2028\u2029]/g,
		(found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);
}

/** Number of start tags in a page. */
function countElements(html: string): number {
	let count = 0;
	for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", at + 1)) {
		const next = html.charCodeAt(at + 1);
		if (next >= SMALL_A && next <= SMALL_Z) count++;
	}
	return count;
}

const [SMALL_A, SMALL_Z] = [97, 122];
