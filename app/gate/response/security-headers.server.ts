import type { ServerResponse } from "node:http";
import { isHttps } from "~/lib/env.server";
import { contentSecurityPolicy } from "~/lib/http/csp.server";

const headers: readonly (readonly [name: string, value: string])[] = [
	["Content-Security-Policy", contentSecurityPolicy()],
	["X-Content-Type-Options", "nosniff"],
	["X-Frame-Options", "DENY"],
	// Referrer-Policy is not `no-referrer`: browsers would then send `Origin: null` with every form, and the server
	// would refuse the form.
	["Referrer-Policy", "same-origin"],
	["Cross-Origin-Opener-Policy", "same-origin"],
	["Cross-Origin-Resource-Policy", "same-origin"],
	["Permissions-Policy", "geolocation=(), microphone=(), payment=(), usb=()"],
	// Default Cache-Control for responses whose route sets none.
	["Cache-Control", "private, no-store"],
];

/** Sets the default security headers of every response. A route may replace them. */
export function setSecurityHeaders(response: ServerResponse): void {
	for (const [name, value] of headers) response.setHeader(name, value);
	if (isHttps) response.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
}
