import type { ServerResponse } from "node:http";
import { stylesheet } from "~/lib/stylesheet.server";
import type { Refusal } from "./refusals.server";

/**
 * The last resort: a page that needs neither React nor the database. Sets its status and headers and gives its text;
 * `requestId` lets the operator find the log line.
 */
export function plainPage(response: ServerResponse, refusal: Refusal, requestId: string): string {
	const page = `<!doctype html><html lang="es-AR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${refusal.title} · Relevo</title><style>${stylesheet}</style></head><body><header class="header"><div class="header-bar"><a class="brand" href="/home?inicio=1">Relevo</a></div></header><main class="page" id="contenido"><h1>${refusal.title}</h1><p>${escapeHtml(refusal.text)}</p><p><a class="button" href="/home?inicio=1">Ir al inicio</a></p><p class="hint">Código para quien administra: ${requestId}</p></main></body></html>`;
	response.statusCode = refusal.status;
	response.setHeader("Content-Type", "text/html; charset=utf-8");
	response.setHeader("Cache-Control", "private, no-store");
	response.setHeader("Content-Length", Buffer.byteLength(page));
	for (const [name, value] of Object.entries(refusal.headers ?? {})) response.setHeader(name, value);
	return page;
}

function escapeHtml(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
