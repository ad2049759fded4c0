import type { IncomingMessage, ServerResponse } from "node:http";
import { freeBytes } from "~/lib/http/free-bytes.server";
import { writeRefusal } from "./plain-page.server";
import { type Refusal, refusals } from "./refusals.server";

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
	if (status >= 500) return { ...refusals.failure, status, headers: kept };
	if (status === 404) return refusals.missing;
	if (status === 405) return { ...refusals.method, headers: { Allow: "GET, HEAD" } };
	const isOurs = !headers.has("X-Remix-Error") && headers.get("Content-Type")?.startsWith("application/json");
	const data: unknown = isOurs ? await result.json() : undefined;
	const message = typeof data === "object" && data && "message" in data ? data.message : undefined;
	return {
		status,
		title: "No se pudo hacer",
		text:
			typeof message === "string" ? message : "Ese pedido no se puede hacer. Volvé atrás y probá de nuevo.",
		headers: kept,
	};
}
