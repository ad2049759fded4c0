import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { refusals } from "~/gate/refusal/refuse.server";
import { appOrigin, publicOrigin } from "~/lib/env.server";
import { KB } from "~/lib/units/bytes";
import type { Visit } from "./new-visit.server";
import { uploadLimit } from "./upload-body.server";

/** Size limit in bytes of a form without files. */
export const FORM_BODY_BYTES = 64 * KB;

const formTypes = ["application/x-www-form-urlencoded", "multipart/form-data"];

/** The reason to refuse the request, if any. */
export function screen(request: IncomingMessage, { context, isOwnAddress, handle }: Visit) {
	const { method = "GET", headers } = request;
	if (!["GET", "HEAD", "POST"].includes(method)) return refusals.method;
	if (!isOwnAddress) return refusals.address;
	// Accepts any host, because a program that checks the health may not know the public host. Only in the plain spelling
	// of the path, which such programs use.
	const isForPrograms = handle.forPrograms && context.url.pathname === context.routePath;
	if (!isForPrograms && !isKnownHost(headers.host)) return refusals.host;
	// Refuses two Host headers, because Node uses the first, and a proxy may have checked the second.
	if ((request.headersDistinct.host?.length ?? 0) > 1) return refusals.host;
	if (method !== "POST") return hasBody(headers) ? refusals.type : undefined;
	if (!isSameOrigin(headers))
		return { ...refusals.origin, text: handle.fromElsewhere ?? refusals.origin.text };
	if (Number(headers["content-length"] ?? 0) > (uploadLimit(headers, handle) ?? FORM_BODY_BYTES))
		return refusals.size;
	if (hasBody(headers) && !formTypes.includes(mediaType(headers))) return refusals.type;
	return undefined;
}

/** Origin from which forms are accepted: that of APP_URL or, without APP_URL, the origin of the request. */
export function expectedOrigin(headers: IncomingHttpHeaders): string {
	if (appOrigin) return appOrigin;
	return isKnownHost(headers.host) ? new URL(`http://${headers.host}`).origin : publicOrigin;
}

/** Whether a Host header names the host of APP_URL or, without APP_URL, localhost or a private address. */
function isKnownHost(host: string | undefined): boolean {
	if (!host || !URL.canParse(`http://${host}`)) return false;
	const url = new URL(`http://${host}`);
	// Refuses a host that the URL parser changes, such as `user@localhost` or `0x7f.1`.
	if (url.host !== host.toLowerCase() && `${url.host}:80` !== host.toLowerCase()) return false;
	if (appOrigin) return host.toLowerCase() === new URL(appOrigin).host;
	return url.hostname === "localhost" || isPrivateAddress(url.hostname);
}

function isPrivateAddress(hostname: string): boolean {
	const address = hostname.replace(/^\[|\]$/g, "");
	if (isIP(address) === 4) return /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\./.test(address);
	return isIP(address) === 6 && /^(::1$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/.test(address);
}

/**
 * Whether a POST comes from this site (OWASP, Cross-Site Request Forgery Prevention). Without Sec-Fetch-Site, in an
 * old browser or over http, Origin or Referer decides.
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
