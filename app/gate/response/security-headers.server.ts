import type { ServerResponse } from "node:http";
import { isHttps } from "~/lib/env.server";
import { contentSecurityPolicy } from "~/lib/http/csp.server";

const headers: readonly (readonly [name: string, value: string])[] = [
	["Content-Security-Policy", contentSecurityPolicy()],
	["X-Content-Type-Options", "nosniff"],
	["X-Frame-Options", "DENY"],
	// `no-referrer` would send `Origin: null` with every form and close our own door.
	["Referrer-Policy", "same-origin"],
	["Cross-Origin-Opener-Policy", "same-origin"],
	["Cross-Origin-Resource-Policy", "same-origin"],
	["Permissions-Policy", "geolocation=(), microphone=(), payment=(), usb=()"],
	// What says nothing about caching is nobody's to keep.
	["Cache-Control", "private, no-store"],
];

/** Sets on every answer what a route may only make stricter or set anew. */
export function setSecurityHeaders(response: ServerResponse): void {
	for (const [name, value] of headers) response.setHeader(name, value);
	if (isHttps) response.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
}
