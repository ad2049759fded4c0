/** What a request must be before anything of ours looks at it: its method, host, origin and size. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { appOrigin } from "~/lib/env.server";

/** A refusal in the visitor's words; `headers` go with the answer. */
export interface Refusal {
	status: number;
	title: string;
	text: string;
	headers?: Record<string, string>;
}

/** The largest body of a form without files, in bytes. */
export const FORM_BODY_BYTES = 64 * 1024;

const formTypes = ["application/x-www-form-urlencoded", "multipart/form-data"];

/** Why the request is refused, or undefined when it may go on. */
export function screen(request: Pick<IncomingMessage, "method" | "url" | "headers">): Refusal | undefined {
	const { method = "GET", url = "/", headers } = request;
	if (!["GET", "HEAD", "POST"].includes(method)) return refusals.method;
	if (!url.startsWith("/") || !isDecodable(url)) return refusals.address;
	// A probe inside the container asks by whatever name it has.
	if (url.split("?")[0] !== "/healthcheck" && !isKnownHost(headers.host)) return refusals.host;
	if (method !== "POST") return undefined;
	if (!isSameOrigin(headers)) return refusals.origin;
	if (Number(headers["content-length"] ?? 0) > FORM_BODY_BYTES) return refusals.size;
	if (hasBody(headers) && !formTypes.includes(mediaType(headers))) return refusals.type;
	return undefined;
}

/** The origin that this request's forms must come from: the configured one, else the one it was sent to. */
export function expectedOrigin(headers: IncomingHttpHeaders): string {
	return appOrigin ?? `http://${headers.host}`;
}

/** With a configured address only its host; without one, this machine and addresses of a private network. */
function isKnownHost(host: string | undefined): boolean {
	if (!host || !URL.canParse(`http://${host}`)) return false;
	const url = new URL(`http://${host}`);
	// What the URL parser drops or rewrites (user names, paths, spellings of a number) is no plain host.
	if (url.host !== host.toLowerCase() && `${url.host}:80` !== host.toLowerCase()) return false;
	if (appOrigin) return host.toLowerCase() === new URL(appOrigin).host;
	return url.hostname === "localhost" || isPrivateAddress(url.hostname);
}

function isPrivateAddress(hostname: string): boolean {
	const address = hostname.replace(/^\[|\]$/g, "");
	if (isIP(address) === 4) return /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\./.test(address);
	return isIP(address) === 6 && /^(::1$|f[cd]|fe[89ab])/.test(address);
}

/**
 * Whether a POST comes from a page of ours (OWASP, Cross-Site Request Forgery Prevention: Fetch Metadata, then origin).
 * Browsers that send no Sec-Fetch-Site (old ones, and any over plain http) send Origin or Referer.
 */
function isSameOrigin(headers: IncomingHttpHeaders): boolean {
	const site = headers["sec-fetch-site"];
	if (site !== undefined) return site === "same-origin";
	const expected = expectedOrigin(headers);
	if (headers.origin !== undefined) return headers.origin === expected;
	const referer = headers.referer;
	return referer !== undefined && URL.canParse(referer) && new URL(referer).origin === expected;
}

function hasBody(headers: IncomingHttpHeaders): boolean {
	return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function mediaType(headers: IncomingHttpHeaders): string {
	return (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function isDecodable(url: string): boolean {
	try {
		decodeURIComponent(url.split("?")[0] ?? "");
		return URL.canParse(url, "http://localhost");
	} catch {
		return false;
	}
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
		text: "Lo que mandaste supera el tamaño permitido. Volvé atrás y mandá menos.",
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
	failure: {
		status: 500,
		title: "Algo salió mal",
		text: "Es un problema nuestro, no tuyo. Probá de nuevo en un rato.",
	},
} as const satisfies Record<string, Refusal>;
