import type { ServerResponse } from "node:http";
import { escapeHtml } from "~/lib/escape-html";
import { requestContext } from "~/lib/http/request-context.server";
import { stylesheet } from "~/lib/http/stylesheet.server";
import type { Refusal } from "./refusals.server";

/**
 * Sets status and headers of a refusal and returns its body: a page, or data for Remix's client. The body contains
 * the request id, by which the operator finds the log line.
 */
export function writeRefusal(response: ServerResponse, refusal: Refusal): string {
	const { id, isData } = requestContext();
	const text = isData ? thrownData(refusal, id) : plainPage(refusal, id);
	response.statusCode = refusal.status;
	response.setHeader("Content-Type", isData ? "application/json; charset=utf-8" : "text/html; charset=utf-8");
	// Tells Remix's client that a route threw this response. Otherwise the client would report a network failure.
	if (isData) response.setHeader("X-Remix-Catch", "yes");
	response.setHeader("Cache-Control", "private, no-store");
	response.setHeader("Content-Length", Buffer.byteLength(text));
	for (const [name, value] of Object.entries(refusal.headers ?? {})) response.setHeader(name, value);
	return text;
}

function thrownData({ title, text }: Refusal, requestId: string): string {
	return JSON.stringify({ title, message: text, requestId });
}

/** Returns the HTML of a refusal page, made without React or the database. */
function plainPage(refusal: Refusal, requestId: string): string {
	return `<!doctype html><html lang="es-AR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${refusal.title} · Relevo</title><style>${stylesheet}</style></head><body><header class="header"><div class="header-bar"><a class="brand" href="/home?inicio=1">Relevo</a></div></header><main class="page" id="contenido"><h1>${refusal.title}</h1><p>${escapeHtml(refusal.text)}</p><p><a class="button" href="/home?inicio=1">Ir al inicio</a></p><p class="hint">Código para quien administra: ${requestId}</p></main></body></html>`;
}
