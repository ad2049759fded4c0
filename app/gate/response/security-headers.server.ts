import { hash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { env, isHttps } from "~/lib/env.server";
import {
	lightStylesheets,
	personStylesheet,
	screenStylesheet,
	starter,
	stylesheet,
} from "~/lib/http/inlined.server";

const isDevelopment = env.NODE_ENV === "development";

/** A text's hash as a Content-Security-Policy source: `sha256-…`. */
function sourceHash(text: string): string {
	return `'sha256-${hash("sha256", text, "base64")}'`;
}

const starterSource = sourceHash(starter);
const styleSources = [stylesheet, personStylesheet, ...lightStylesheets.values(), screenStylesheet]
	.map(sourceHash)
	.join(" ");

/**
 * Google's origin for `form-action`. The response to the sign-in form redirects to Google, and browsers apply
 * `form-action` to redirects too.
 */
const googleSource = env.GOOGLE_CLIENT_ID ? ` ${new URL(env.GOOGLE_AUTH_URL).origin}` : "";

/**
 * Default Content-Security-Policy of responses: content from this origin only, one inline script (which starts
 * hydration) and the inline stylesheets.
 */
function contentSecurityPolicy(): string {
	return [
		"default-src 'none'",
		// The development server reloads pages with an inline script and a WebSocket.
		isDevelopment ? "script-src 'self' 'unsafe-inline'" : `script-src 'self' ${starterSource}`,
		`style-src 'self' ${styleSources}`,
		// The service worker, and the one for photographed papers.
		"worker-src 'self'",
		"img-src 'self' blob:",
		isDevelopment ? "connect-src 'self' ws:" : "connect-src 'self'",
		"font-src 'self'",
		"manifest-src 'self'",
		`form-action 'self'${googleSource}`,
		"base-uri 'none'",
		"object-src 'none'",
		"frame-ancestors 'none'",
	].join("; ");
}

const headers: readonly (readonly [name: string, value: string])[] = [
	["Content-Security-Policy", contentSecurityPolicy()],
	["X-Content-Type-Options", "nosniff"],
	["X-Frame-Options", "DENY"],
	// With `no-referrer`, browsers would send `Origin: null` with forms, which the server refuses.
	["Referrer-Policy", "same-origin"],
	["Cross-Origin-Opener-Policy", "same-origin"],
	["Cross-Origin-Resource-Policy", "same-origin"],
	["Permissions-Policy", "geolocation=(), microphone=(), payment=(), usb=()"],
	// Default for responses whose route sets no Cache-Control.
	["Cache-Control", "private, no-store"],
];

/** Sets default security headers, which a route may replace. */
export function setSecurityHeaders(response: ServerResponse): void {
	for (const [name, value] of headers) response.setHeader(name, value);
	if (isHttps) response.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
}
