import type { IncomingMessage, ServerResponse } from "node:http";
import { diskFullMessage } from "~/lib/database/disk.server";
import { escapeHtml } from "~/lib/escape-html";
import { freeBytes } from "~/lib/http/free-bytes.server";
import { stylesheet } from "~/lib/http/inlined.server";
import { requestContext } from "~/lib/http/request-context.server";

/** How long the rest of a refused request is read. */
const LINGER_MS = 1000;

/**
 * Refuses a request without waiting for its whole body. Reads on for at most LINGER_MS: if the server closed the
 * connection at once, the browser would show a network error instead of the refusal.
 */
export function refuse(refusal: Refusal, request: IncomingMessage, response: ServerResponse): void {
	const text = writeRefusal(response, refusal);
	if (request.complete) {
		response.end(text);
		return;
	}
	response.setHeader("Connection", "close");
	// Sends the headers now. For a HEAD request, whose response has no body, `write` alone would not send them.
	response.flushHeaders();
	response.write(text);
	const end = () => {
		clearTimeout(timer);
		response.end();
	};
	const timer = setTimeout(end, LINGER_MS);
	request.once("end", end);
	request.once("close", end);
	request.on("data", freeBytes);
}

/**
 * Returns the refusal that replaces an error response without a page. Such a response comes from a route without a
 * component, or from Remix itself with an English text.
 */
export async function refusalOf(result: Response): Promise<Refusal> {
	const { status, headers } = result;
	const retryAfter = headers.get("Retry-After");
	const kept = retryAfter ? { "Retry-After": retryAfter } : undefined;
	if (status === 404) return refusals.missing;
	if (status === 405) return { ...refusals.method, headers: { Allow: "GET, HEAD" } };
	const isOurs = !headers.has("X-Remix-Error") && headers.get("Content-Type")?.startsWith("application/json");
	const data: unknown = isOurs ? await result.json() : undefined;
	const { message }: { message?: unknown } = Object(data);
	const text = typeof message === "string" ? message : undefined;
	const isBusy = status === 503 && text;
	if (status >= 500 && !isBusy) return { ...refusals.failure, status, headers: kept };
	return {
		status,
		title: "No se pudo hacer",
		text: text ?? "Ese pedido no se puede hacer. Volvé atrás y probá de nuevo.",
		headers: kept,
	};
}

/**
 * Sets status and headers of a refusal and returns its body: a page, or data for Remix's client. The body contains
 * the request id, by which the operator finds the log line.
 */
export function writeRefusal(response: ServerResponse, refusal: Refusal): string {
	const { id, isData } = requestContext();
	const text = isData
		? JSON.stringify({ title: refusal.title, message: refusal.text, requestId: id })
		: plainPage(refusal, id);
	response.statusCode = refusal.status;
	response.setHeader("Content-Type", isData ? "application/json; charset=utf-8" : "text/html; charset=utf-8");
	// Tells Remix's client that a route threw this response. Otherwise the client would report a network failure.
	if (isData) response.setHeader("X-Remix-Catch", "yes");
	response.setHeader("Cache-Control", "private, no-store");
	response.setHeader("Content-Length", Buffer.byteLength(text));
	for (const [name, value] of Object.entries(refusal.headers ?? {})) response.setHeader(name, value);
	return text;
}

/** Returns the HTML of a refusal page, made without React or the database. */
function plainPage(refusal: Refusal, requestId: string): string {
	return `<!doctype html><html lang="es-AR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${refusal.title} · Relevo</title><style>${stylesheet}</style></head><body><header class="header"><div class="header-bar"><a class="brand" href="/home?inicio=1">Relevo</a></div></header><main class="page" id="contenido"><h1>${refusal.title}</h1><p>${escapeHtml(refusal.text)}</p><p><a class="btn" href="/home?inicio=1">Ir al inicio</a></p><p class="hint">Código para quien administra: ${requestId}</p></main></body></html>`;
}

export interface Refusal {
	status: number;
	title: string;
	text: string;
	headers?: Record<string, string>;
}

export const refusals = {
	method: {
		status: 405,
		title: "Eso no se puede hacer acá",
		text: "La dirección existe, pero no acepta ese pedido. Volvé al inicio.",
		headers: { Allow: "GET, HEAD, POST" },
	},
	address: {
		status: 400,
		title: "No entendimos la dirección",
		text: "La dirección está mal escrita. Revisala o volvé al inicio.",
	},
	missing: {
		status: 404,
		title: "Error",
		text: "La página que estás buscando no fue encontrada.",
	},
	host: {
		status: 421,
		title: "Esta no es la dirección de Relevo",
		text: "Entrá con la dirección que te dieron en la planta.",
	},
	origin: {
		status: 403,
		title: "No pudimos aceptar el envío",
		text: "El formulario no salió de una página de Relevo. Volvé a abrir la página y probá de nuevo.",
	},
	size: {
		status: 413,
		title: "Es demasiado grande",
		text: "Lo que mandaste supera el tamaño permitido. Mandá menos.",
	},
	type: {
		status: 415,
		title: "No entendimos el envío",
		text: "Esta página solo recibe formularios. Volvé atrás y probá de nuevo.",
	},
	slow: {
		status: 408,
		title: "Se cortó el envío",
		text: "Tardó demasiado en llegar. Revisá la señal y probá de nuevo.",
	},
	full: {
		status: 507,
		title: "Algo salió mal",
		text: diskFullMessage,
	},
	lost: {
		status: 503,
		title: "Ahora no se puede guardar",
		text: "Lo que mandaste no se guardó: al servidor le falta su base de datos. Avisale a quien lo administra y probá de nuevo más tarde.",
	},
	failure: {
		status: 500,
		title: "Algo salió mal",
		text: "Es un problema nuestro, no tuyo. Probá de nuevo en un rato.",
	},
} as const satisfies Record<string, Refusal>;
