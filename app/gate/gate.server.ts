/** The gate: checks and steps of every request before and after its Remix route. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { writeRefusal } from "~/gate/refusal/plain-page.server";
import { refusals } from "~/gate/refusal/refusals.server";
import { refusalOf, refuse } from "~/gate/refusal/refuse.server";
import { moveMailToken } from "~/gate/request/mail-tokens.server";
import { newVisit, type Visit } from "~/gate/request/new-visit.server";
import { readBody } from "~/gate/request/read-body.server";
import { routeHandlers } from "~/gate/request/route-handlers.server";
import { routeFinder } from "~/gate/request/route-patterns.server";
import { expectedOrigin, screen } from "~/gate/request/screen.server";
import { Upload, uploadLimit } from "~/gate/request/upload-body.server";
import { PageCache } from "~/gate/response/page-cache.server";
import { setSecurityHeaders } from "~/gate/response/security-headers.server";
import { sendResponse } from "~/gate/response/send-response.server";
import { staticFiles } from "~/gate/response/static-files.server";
import { isDatabaseLost } from "~/lib/database/lost-file.server";
import { requestContext, runInContext } from "~/lib/http/request-context.server";
import { logEvent, logFailure } from "~/lib/log.server";
import { countAnswer } from "~/lib/metrics/metrics.server";

/**
 * Headers that are removed before Remix sees the request, because clients can fake another address or host with them.
 * `screen` has already checked Origin.
 */
const droppedHeaders = /^(x-forwarded-.*|forwarded|x-real-ip|x-original-.*|x-rewrite-.*|origin)$/;

/** Request listener of the production server. `folder` holds the static files. */
export function createGate(build: ServerBuild, folder = "public"): RequestListener {
	const findRoute = routeFinder(build.routes);
	const handlerOf = routeHandlers(build);
	const sendStatic = staticFiles(folder);
	const pages = new PageCache();

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
		const key = pages.keyOf(request, visit.handle);
		if (key && (await pages.send(key, request, response))) return;
		const limit = request.method === "POST" ? uploadLimit(request.headers, visit.handle) : undefined;
		const upload = limit === undefined ? undefined : new Upload(request, limit);
		const body = upload
			? await upload.begin()
			: request.method === "POST"
				? await readBody(request)
				: undefined;
		if (body === "gone") return;
		if (typeof body === "string") return refuse(refusals[body], request, response);

		const handler = handlerOf(findRoute(requestContext().url.pathname));
		const result = await handler(toRequest(request, body), { version: build.assets.version });
		const problem = await upload?.finish();
		if (problem === "gone") return;
		if (problem) return refuse(refusals[problem], request, response);
		if (isBareError(result, visit)) {
			const isFull = requestContext().hasFilledDisk;
			return refuse(isFull ? refusals.full : await refusalOf(result), request, response);
		}
		if (key && pages.mayKeep(key, result)) return pages.keepAndSend(key, result, request, response);
		// Browsers do not get Expires, which only this server's page cache reads. `delete` throws if a response has immutable
		// headers, so it is called only if Expires is present.
		if (result.headers.has("Expires")) result.headers.delete("Expires");
		if (result.status === 405) response.setHeader("Allow", "GET, HEAD");
		await sendResponse(result, request, response);
	}
}

/** Request listener of the development server: screens requests and passes them on to remix-serve's `listener`. */
export function createDevelopmentGate(listener: RequestListener, { routes }: ServerBuild): RequestListener {
	const findRoute = routeFinder(routes);
	return (request, response) => {
		const visit = newVisit(request, findRoute);
		runInContext(visit.context, () => {
			setSecurityHeaders(response);
			const refusal = screen(request, visit);
			if (refusal) refuse(refusal, request, response);
			else if (!moveMailToken(request, response, visit.handle)) listener(request, response);
		});
	};
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

function toRequest(
	request: IncomingMessage,
	body: Uint8Array<ArrayBuffer> | ReadableStream | undefined,
): Request {
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
