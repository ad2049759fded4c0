import { createHash } from "node:crypto";
import { env } from "~/lib/env.server";
import { starter } from "./starter.server";
import { personStylesheet, stylesheet } from "./stylesheet.server";

const isDevelopment = env.NODE_ENV === "development";

/** A text's hash as a Content-Security-Policy source: `sha256-…`. */
function sourceHash(text: string): string {
	return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

const starterSource = sourceHash(starter);
const styleSources = [stylesheet, personStylesheet].map(sourceHash).join(" ");

/**
 * Google's origin for `form-action`. The response to the sign-in form redirects to Google, and browsers apply
 * `form-action` to redirects too.
 */
const googleSource = env.GOOGLE_CLIENT_ID ? ` ${new URL(env.GOOGLE_AUTH_URL).origin}` : "";

/**
 * Default Content-Security-Policy of responses: content from this origin only, one inline script (which starts
 * hydration) and two inline stylesheets.
 */
export function contentSecurityPolicy(): string {
	return [
		"default-src 'none'",
		// The development server reloads pages with an inline script and a WebSocket.
		isDevelopment ? "script-src 'self' 'unsafe-inline'" : `script-src 'self' ${starterSource}`,
		`style-src 'self' ${styleSources}`,
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
