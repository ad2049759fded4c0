import type { EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToStaticMarkup } from "react-dom/server";
import { sweepExpired } from "~/features/auth/expiry.server";
import { authMails } from "~/features/auth/mails.server";
import { removeUnverified } from "~/features/auth/unverified.server";
import { backUpNightly } from "~/features/backups/nightly.server";
import { sweepPendingImages } from "~/features/documents/document-images.server";
import { documentMails } from "~/features/documents/mails.server";
import { remindOfExpiry } from "~/features/documents/reminders.server";
import { holidaysBetween } from "~/features/holidays/holidays.server";
import { eraseDeletedExtras } from "~/features/overtime/deleted-extras.server";
import { reclassifyAll } from "~/features/overtime/reclassify-all.server";
import { mayBePersonal } from "~/lib/cookies.server";
import { purgeDeletedWords } from "~/lib/deleted-words.server";
import { diskFullMessage, hasFailedOnFullDisk, keepReserve, noteFailure } from "~/lib/disk.server";
import { logFailure } from "~/lib/log.server";
import { startOutbox } from "~/lib/outbox.server";
import { REQUEST_ID_HEADER } from "~/lib/request-id";
import { sweepSafetyCopies } from "~/lib/safety-copies.server";
import { stylesheet } from "~/lib/stylesheet.server";
import { startSweeps } from "~/lib/sweeps.server";
import { sweepUploads } from "~/lib/uploads.server";
import { PageContext } from "~/ui/page-context";

// A reminder may wait for a code that somebody is waiting for in front of a page.
startOutbox({ ...authMails, ...documentMails }, [...Object.keys(documentMails), "removal-notice"]);
startSweeps({
	keepReserve,
	sweepExpired,
	sweepPendingImages,
	eraseDeletedExtras,
	reclassifyAll: () => reclassifyAll(holidaysBetween),
	sweepUploads,
	sweepSafetyCopies,
	purgeDeletedWords,
	remindOfExpiry,
	removeUnverified,
	backUpNightly,
});

/** Renders a document in one go: nothing is deferred, and one string is twice as fast as a stream. */
export default function handleRequest(
	request: Request,
	givenStatus: number,
	headers: Headers,
	context: EntryContext,
): Response {
	const isDiskFull = hasFailedOnFullDisk(request);
	const status = isDiskFull ? 507 : givenStatus;
	if (isDiskFull) explainFullDisk(context);
	const { matches, actionData } = context.staticHandlerContext;
	const asksForScript = matches.some(({ route }) => hasScript(context.routeModules[route.id]?.handle));
	const script = asksForScript ? context.manifest.entry : undefined;
	const requestId = request.headers.get(REQUEST_ID_HEADER) ?? undefined;
	const html = renderToStaticMarkup(
		<PageContext.Provider value={{ requestId, script, stylesheet }}>
			<RemixServer context={context} url={request.url} />
		</PageContext.Provider>,
	);
	headers.set("Content-Type", "text/html; charset=utf-8");
	const retryAfter = retryAfterOf(context);
	if (retryAfter) headers.set("Retry-After", retryAfter);
	const isPrivate = script !== undefined || matches.some(({ route }) => isAccountRoute(route.id));
	const isShared = status === 200 && !isPrivate && !mayBePersonal(request.headers.get("Cookie"));
	if (!headers.has("Cache-Control"))
		headers.set("Cache-Control", isShared ? "private, no-cache" : "private, no-store");
	// The first thing a screen reader says of a form that came back.
	const isRefusedForm = status >= 400 && Boolean(actionData);
	const titled = isRefusedForm ? html.replace("<title>", "<title>Error: ") : html;
	return new Response(`<!doctype html>${titled}`, { status, headers });
}

/** What a loader, an action or a render threw. A thrown Response is an answer, not a failure. */
export function handleError(error: unknown, { request }: { request: Request }): void {
	if (request.signal.aborted || isRouteErrorResponse(error)) return;
	noteFailure(request, error);
	logFailure("route_failed", error, { request_id: request.headers.get(REQUEST_ID_HEADER) ?? "" });
}

/** How long a route tells the visitor to wait: of its headers Remix itself passes on only the cookies. */
function retryAfterOf({ staticHandlerContext }: EntryContext): string | undefined {
	const { loaderHeaders, actionHeaders } = staticHandlerContext;
	const given = [...Object.values(actionHeaders), ...Object.values(loaderHeaders)];
	return given.find((headers) => headers.has("Retry-After"))?.get("Retry-After") ?? undefined;
}

/** Gives the error page, which is told of no error more than that it happened, what to say. */
function explainFullDisk({ staticHandlerContext }: EntryContext): void {
	const explained = { status: 507, statusText: "", internal: false, data: { message: diskFullMessage } };
	const boundaries = Object.keys(staticHandlerContext.errors ?? {});
	staticHandlerContext.errors = Object.fromEntries(boundaries.map((id) => [id, explained]));
}

/** Whether a route says `handle = { script: true }`: its page carries the browser script. */
function hasScript(handle: unknown): boolean {
	return typeof handle === "object" && handle !== null && "script" in handle && handle.script === true;
}

/** Whether a route is one below /auth, in whatever spelling its address was asked for. */
function isAccountRoute(id: string): boolean {
	return id.startsWith("routes/auth.");
}
