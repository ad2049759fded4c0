import type { ServerResponse } from "node:http";
import { isHttps } from "~/lib/env.server";
import { contentSecurityPolicy } from "~/lib/http/csp.server";

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
