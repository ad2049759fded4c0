/** Everything that happens to a request before and after a route sees it, in order. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { env } from "~/lib/env.server";
import { logEvent, logFailure } from "~/lib/log.server";
import { REQUEST_ID_HEADER } from "~/lib/request-id";
import { sendAnswer } from "./answer.server";
import { CLIENT_ADDRESS_HEADER, clientAddress } from "./client-address.server";
import { PageCache, SHARED_PAGE } from "./page-cache.server";
import { sendPlainPage } from "./plain-page.server";
import { readBody } from "./read-body.server";
import { routePatterns } from "./route-patterns.server";
import { expectedOrigin, refusals, screen } from "./screen.server";
import { setSecurityHeaders } from "./security-headers.server";
import { staticFiles } from "./static-files.server";

/** Headers that only the gate may say to the routes; incoming copies are not passed on. */
const ownHeaders = new Set([CLIENT_ADDRESS_HEADER, REQUEST_ID_HEADER]);

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
			if (response.headersSent) response.destroy();
			else sendPlainPage(response, refusals.failure, requestId);
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
		if (await sendStatic(request, response, pathname)) return;
		const key = pages.keyOf(request);
		if (key && (await pages.send(key, request, response))) return;
		const body = request.method === "POST" ? await readBody(request) : undefined;
		if (typeof body === "string") return refuse(refusals[body], requestId, request, response);

		const result = await handle(toRequest(request, requestId, body));
		const type = result.headers.get("Content-Type") ?? "";
		if (result.status >= 500 && !type.startsWith("text/html"))
			return sendPlainPage(response, refusals.failure, requestId);
		if (key && result.status === 200 && result.headers.get("Cache-Control") === SHARED_PAGE)
			return pages.keepAndSend(key, result.headers, await result.text(), request, response);
		await sendAnswer(result, request, response);
	}
}

/** What the development server, which answers by itself, does first: true when the request has been refused. */
export function refuseInDevelopment(request: IncomingMessage, response: ServerResponse): boolean {
	setSecurityHeaders(response);
	for (const name of ownHeaders) delete request.headers[name];
	request.headers[CLIENT_ADDRESS_HEADER] = clientAddress(request, env.TRUST_PROXY_HOPS);
	const refusal = screen(request);
	if (refusal) refuse(refusal, randomUUID(), request, response);
	return refusal !== undefined;
}

/** Refuses without reading on: a body that is still arriving ends with the connection. */
function refuse(
	refusal: Parameters<typeof sendPlainPage>[1],
	requestId: string,
	request: IncomingMessage,
	response: ServerResponse,
): void {
	if (!request.complete) {
		response.setHeader("Connection", "close");
		response.once("finish", () => request.destroy());
	}
	sendPlainPage(response, refusal, requestId);
}

function toRequest(
	request: IncomingMessage,
	requestId: string,
	body: Uint8Array<ArrayBuffer> | undefined,
): Request {
	const headers = new Headers();
	for (const [name, value] of Object.entries(request.headers)) {
		if (value === undefined || ownHeaders.has(name)) continue;
		headers.set(name, Array.isArray(value) ? value.join(", ") : value);
	}
	headers.set(CLIENT_ADDRESS_HEADER, clientAddress(request, env.TRUST_PROXY_HOPS));
	headers.set(REQUEST_ID_HEADER, requestId);
	return new Request(new URL(request.url ?? "/", expectedOrigin(request.headers)), {
		method: request.method,
		headers,
		body,
	});
}

function logWhenDone(
	request: IncomingMessage,
	response: ServerResponse,
	requestId: string,
	pattern: () => string,
): void {
	const started = performance.now();
	response.once("close", () => {
		logEvent("request", {
			request_id: requestId,
			method: request.method,
			route: pattern(),
			status: response.statusCode,
			ms: Math.round((performance.now() - started) * 10) / 10,
			aborted: response.writableFinished ? undefined : true,
		});
	});
}
