/** The gate: checks and steps of every request before and after its Remix route. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { refusalOf, refusals, refuse, writeRefusal } from "~/gate/refusal/refuse.server";
import { moveMailToken } from "~/gate/request/move-mail-token.server";
import { newVisit, type Visit } from "~/gate/request/new-visit.server";
import { type RouteHandle, routeFinder } from "~/gate/request/route-patterns.server";
import { expectedOrigin, screen } from "~/gate/request/screen.server";
import { readBody, Upload, uploadLimit } from "~/gate/request/upload-body.server";
import { setSecurityHeaders } from "~/gate/response/security-headers.server";
import { forBrowser, sendResponse } from "~/gate/response/send-response.server";
import { staticFiles } from "~/gate/response/static-files.server";
import { answerOutbox, NOBODY, tellWorker } from "~/gate/response/worker-headers.server";
import { isDatabaseLost } from "~/lib/database/lost-file.server";
import type { PageWing } from "~/lib/http/page-wing";
import { requestContext, runInContext } from "~/lib/http/request-context.server";
import { logEvent, logFailure } from "~/lib/log.server";
import { countAnswer } from "~/lib/metrics/metrics.server";

/**
 * Headers that are removed before Remix sees the request, because clients can fake another address or host with them.
 * `screen` has already checked Origin.
 */
const droppedHeaders = /^(x-forwarded-.*|forwarded|x-real-ip|x-original-.*|x-rewrite-.*|origin)$/;

/** The place of a page among the pages that are kept. */
interface PagePlace {
	/** Sends the kept page; false if none is kept. */
	send(response: ServerResponse): Promise<boolean>;
	/** Keeps and sends a rendered page; false if this page may not be kept. */
	keepAndSend(result: Response, response: ServerResponse): Promise<boolean>;
}

/** What the fast wing (app/fast) does for the gate, which works without it. */
export interface Wing {
	page: PageWing;
	/** Handler of the requests for a route, instead of Remix's own for all routes. */
	handlerOf(routeId: string): RequestHandler;
	/** The place of a request's page; undefined for a page that is never kept. */
	placeOf(request: IncomingMessage, handle: RouteHandle): PagePlace | undefined;
}

/** Request listener of the server. `folder` holds the static files. */
export function createGate(build: ServerBuild, wing?: Wing, folder = "public"): RequestListener {
	const findRoute = routeFinder(build.routes);
	const handlerOfAll = createRequestHandler(build, "production");
	const loadContext = { version: build.assets.version, wing: wing?.page };
	const sendStatic = staticFiles(folder);

	return (request, response) => {
		const visit = newVisit(request, findRoute);
		const { context } = visit;
		logWhenDone(visit, request, response, () => patternOf(visit));
		runInContext(context, () => {
			respond(request, response, visit).catch((error: unknown) => {
				logFailure("request_failed", error, { request_id: context.id });
				if (response.headersSent) return response.destroy();
				// The headers that are already set belong to the failed response, not to the error page.
				for (const name of response.getHeaderNames()) response.removeHeader(name);
				setSecurityHeaders(response);
				response.end(writeRefusal(response, refusals.failure));
			});
		});
	};

	/** Route pattern of a path for the log, such as `/diagrams/:id`. */
	function patternOf({ isOwnAddress, context }: Visit): string {
		const { pathname } = context.url;
		if (!isOwnAddress) return "*";
		if (pathname.startsWith("/build/")) return "/build/*";
		return findRoute(pathname)?.pattern ?? "/*";
	}

	async function respond(request: IncomingMessage, response: ServerResponse, visit: Visit) {
		setSecurityHeaders(response);
		const refusal = screen(request, visit);
		if (refusal) return refuse(refusal, request, response);
		if (request.method === "POST" && isDatabaseLost()) return refuse(refusals.lost, request, response);
		if (moveMailToken(request, response, visit.handle)) return;
		if (await sendStatic(request, response)) return;
		const place = wing?.placeOf(request, visit.handle);
		if (place) response.setHeader("Relevo-Person", NOBODY);
		if (await place?.send(response)) return;
		const isForm = request.method === "POST";
		const limit = isForm ? uploadLimit(request.headers, visit.handle) : undefined;
		const upload = limit === undefined ? undefined : new Upload(request, limit);
		const body = upload?.body() ?? (isForm ? await readBody(request) : undefined);
		if (body === "gone") return;
		if (typeof body === "string") return refuse(refusals[body], request, response);

		const route = findRoute(visit.context.url.pathname);
		const handler = (route && wing?.handlerOf(route.id)) ?? handlerOfAll;
		const result = answerOutbox(await handler(toRequest(request, body), loadContext), visit.context);
		const problem = await upload?.finish();
		if (problem === "gone") return;
		if (problem) return refuse(refusals[problem], request, response);
		if (isBareError(result, visit)) {
			const isFull = requestContext().hasFilledDisk;
			return refuse(isFull ? refusals.full : await refusalOf(result), request, response);
		}
		tellWorker(result, response, visit.context);
		if (await place?.keepAndSend(result, response)) return;
		forBrowser(result.headers);
		if (result.status === 405) response.setHeader("Allow", "GET, HEAD");
		await sendResponse(result, request, response, wing?.page);
	}
}

/** Whether the response is an error that the browser or Remix's client cannot show as a page. */
function isBareError({ status, headers }: Response, { context, handle }: Visit): boolean {
	const type = headers.get("Content-Type");
	if (status < 400 || type?.startsWith("text/html")) return false;
	if (status === 503 && handle.forPrograms) return false;
	if (!context.isData) return true;
	// Remix's client can show an error response that a route has returned (X-Remix-Response) or thrown (X-Remix-Catch),
	// but not the response to an unexpected error.
	if (headers.has("X-Remix-Response")) return false;
	return !headers.has("X-Remix-Catch") || (status >= 500 && !type?.startsWith("application/json"));
}

function toRequest(request: IncomingMessage, body: Uint8Array<ArrayBuffer> | ReadableStream | undefined) {
	const headers = new Headers();
	for (const [name, value] of Object.entries(request.headers)) {
		if (value === undefined || droppedHeaders.test(name)) continue;
		headers.set(name, Array.isArray(value) ? value.join(", ") : value);
	}
	const init: RequestInit & { duplex: "half" } = {
		// Remix renders HEAD like GET; the gate then sends only the length of the body.
		method: request.method === "POST" ? "POST" : "GET",
		headers,
		body,
		// Node requires this option for a body that is a stream.
		duplex: "half",
	};
	return new Request(expectedOrigin(request.headers) + request.url, init);
}

function logWhenDone(
	{ context, handle }: Visit,
	request: IncomingMessage,
	response: ServerResponse,
	pattern: () => string,
): void {
	const started = performance.now();
	response.once("close", () => {
		const outcome = {
			method: request.method,
			route: pattern(),
			status: response.headersSent ? response.statusCode : undefined,
			ms: Math.round((performance.now() - started) * 10) / 10,
		};
		const aborted = response.writableFinished ? undefined : true;
		logEvent("request", { request_id: context.id, ...outcome, person: context.person, aborted });
		countAnswer({ ...outcome, failsWith503: handle.failsWith503 });
	});
}
