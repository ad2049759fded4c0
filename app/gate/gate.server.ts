/** Everything that happens to a request before and after a route sees it, in order. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { sayNo } from "~/gate/refusal/plain-page.server";
import { refusals } from "~/gate/refusal/refusals.server";
import { refusalOf, refuse } from "~/gate/refusal/refuse.server";
import { clientAddress } from "~/gate/request/client-address.server";
import { moveMailToken } from "~/gate/request/mail-tokens.server";
import { readBody } from "~/gate/request/read-body.server";
import { routePatterns } from "~/gate/request/route-patterns.server";
import { expectedOrigin, screen } from "~/gate/request/screen.server";
import { Upload, uploadLimit } from "~/gate/request/upload-body.server";
import { sendAnswer } from "~/gate/response/answer.server";
import { PageCache } from "~/gate/response/page-cache.server";
import { setSecurityHeaders } from "~/gate/response/security-headers.server";
import { staticFiles } from "~/gate/response/static-files.server";
import { hasFailedOnFullDisk } from "~/lib/database/disk.server";
import { env } from "~/lib/env.server";
import { CLIENT_ADDRESS_HEADER } from "~/lib/http/client.server";
import { REQUEST_ID_HEADER } from "~/lib/http/request-id";
import { expectPerson, personOf } from "~/lib/http/request-person.server";
import { isDataRequest, routePath } from "~/lib/http/route-path.server";
import { logEvent, logFailure } from "~/lib/log.server";
import { countAnswer } from "~/lib/metrics/metrics.server";

/**
 * Incoming headers that no route sees: those that only the gate may say, those by which a visitor could claim another
 * address, and Origin, which has been judged here and which Remix would compare with such a claim.
 */
const droppedHeaders = /^(x-relevo-.*|x-forwarded-.*|forwarded|x-real-ip|x-original-.*|x-rewrite-.*|origin)$/;

/** The listener of the production server. `folder` holds the static files. */
export function createGate(build: ServerBuild, folder = "public"): RequestListener {
	const handle = createRequestHandler(build, "production");
	const sendStatic = staticFiles(folder);
	const patternOf = routePatterns(build.routes);
	const pages = new PageCache();

	return (request, response) => {
		const requestId = randomUUID();
		const pathname = (request.url ?? "/").split("?")[0] ?? "/";
		logWhenDone(request, response, requestId, () => patternOf(pathname));
		answer(pathname, requestId, request, response).catch((error: unknown) => {
			logFailure("request_failed", error, { request_id: requestId });
			if (response.headersSent) return response.destroy();
			// What an unfinished answer has said of itself does not hold for this page.
			for (const name of response.getHeaderNames()) response.removeHeader(name);
			setSecurityHeaders(response);
			response.end(sayNo(request, response, refusals.failure, requestId));
		});
	};

	async function answer(
		pathname: string,
		requestId: string,
		request: IncomingMessage,
		response: ServerResponse,
	) {
		setSecurityHeaders(response);
		const refusal = screen(request);
		if (refusal) return refuse(refusal, requestId, request, response);
		if (moveMailToken(request, response)) return;
		if (await sendStatic(request, response, pathname)) return;
		const key = pages.keyOf(request);
		if (key && (await pages.send(key, request, response))) return;
		const limit = request.method === "POST" ? uploadLimit(request) : undefined;
		const upload = limit === undefined ? undefined : new Upload(request, limit);
		const body = upload
			? await upload.begin()
			: request.method === "POST"
				? await readBody(request)
				: undefined;
		if (body === "gone") return;
		if (typeof body === "string") return refuse(refusals[body], requestId, request, response);

		const handled = toRequest(request, requestId, body);
		const result = await handle(handled, { version: build.assets.version });
		const problem = await upload?.finish();
		if (problem === "gone") return;
		if (problem) return refuse(refusals[problem], requestId, request, response);
		if (isBareError(result, request)) {
			const reason = hasFailedOnFullDisk(handled) ? refusals.full : await refusalOf(result);
			return refuse(reason, requestId, request, response);
		}
		if (key && pages.mayKeep(result))
			return pages.keepAndSend(key, result.headers, await result.text(), request, response);
		if (result.status === 405) response.setHeader("Allow", "GET, HEAD");
		await sendAnswer(result, request, response);
	}
}

/** What the development server, which answers by itself, does first: true when the request has been answered here. */
export function screenInDevelopment(request: IncomingMessage, response: ServerResponse): boolean {
	setSecurityHeaders(response);
	for (const name of Object.keys(request.headers)) {
		if (name.startsWith("x-relevo-")) delete request.headers[name];
	}
	request.headers[CLIENT_ADDRESS_HEADER] = clientAddress(request, env.TRUST_PROXY_HOPS);
	const refusal = screen(request);
	if (!refusal) return moveMailToken(request, response);
	refuse(refusal, randomUUID(), request, response);
	return true;
}

/** Whether an answer says no without a word that a person could read. */
function isBareError({ status, headers }: Response, request: IncomingMessage): boolean {
	const type = headers.get("Content-Type");
	if (status < 400 || type?.startsWith("text/html")) return false;
	// For a program, which reads why.
	if (status === 503 && routePath(request.url) === "/healthcheck") return false;
	// What a route returns or throws is for its page in the browser, which says it; a failure is not.
	if (!isDataRequest(request.url)) return true;
	if (headers.has("X-Remix-Response")) return false;
	return !headers.has("X-Remix-Catch") || (status >= 500 && !type?.startsWith("application/json"));
}

function toRequest(
	request: IncomingMessage,
	requestId: string,
	body: Uint8Array<ArrayBuffer> | ReadableStream | undefined,
): Request {
	const headers = new Headers();
	for (const [name, value] of Object.entries(request.headers)) {
		if (value === undefined || droppedHeaders.test(name)) continue;
		headers.set(name, Array.isArray(value) ? value.join(", ") : value);
	}
	headers.set(CLIENT_ADDRESS_HEADER, clientAddress(request, env.TRUST_PROXY_HOPS));
	headers.set(REQUEST_ID_HEADER, requestId);
	const init: RequestInit & { duplex: "half" } = {
		// Remix renders a HEAD as it renders a GET and throws the text away, which we measure and keep.
		method: request.method === "POST" ? "POST" : "GET",
		headers,
		body,
		// The platform wants to hear that a stream is sent before the answer is read.
		duplex: "half",
	};
	return new Request(new URL(request.url ?? "/", expectedOrigin(request.headers)), init);
}

function logWhenDone(
	request: IncomingMessage,
	response: ServerResponse,
	requestId: string,
	pattern: () => string,
): void {
	const started = performance.now();
	expectPerson(requestId);
	response.once("close", () => {
		const answered = {
			method: request.method,
			route: pattern(),
			status: response.headersSent ? response.statusCode : undefined,
			ms: Math.round((performance.now() - started) * 10) / 10,
		};
		const aborted = response.writableFinished ? undefined : true;
		logEvent("request", { request_id: requestId, ...answered, person: personOf(requestId), aborted });
		countAnswer(answered);
	});
}
