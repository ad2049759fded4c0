import { expect } from "vitest";
import { cspHash, type HttpResponse } from "./http-client";

/** Expects security headers, and a policy that allows no inline code but the page's stylesheet and hydration script. */
export function expectSafe({ headers, text }: HttpResponse): void {
	const policy = String(headers["content-security-policy"]);
	// Whole, because each source that is added opens a way. The hashes are compared with the page's texts below.
	expect(policy.replace(/'sha256-[^ ;]+'/g, "#")).toBe(
		[
			"default-src 'none'",
			"script-src 'self' #",
			"style-src 'self' # # # # # #",
			"worker-src 'self'",
			"img-src 'self' blob:",
			"connect-src 'self'",
			"font-src 'self'",
			"manifest-src 'self'",
			"form-action 'self'",
			"base-uri 'none'",
			"object-src 'none'",
			"frame-ancestors 'none'",
		].join("; "),
	);
	expect(headers).toMatchObject({
		"x-content-type-options": "nosniff",
		"x-frame-options": "DENY",
		"referrer-policy": "same-origin",
		"cross-origin-opener-policy": "same-origin",
		"cross-origin-resource-policy": "same-origin",
		"permissions-policy": "geolocation=(), microphone=(), payment=(), usb=()",
		"cache-control": expect.stringMatching(
			/^(private, no-(cache|store)|(private|public), max-age=\d+(, immutable)?)$/,
		),
	});
	for (const [, sheet = ""] of text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)) {
		expect(policy).toContain(cspHash(sheet));
	}
	for (const [, script = ""] of text.matchAll(/<script>([\s\S]*?)<\/script>/g)) {
		expect(policy).toContain(cspHash(script));
	}
	expect(headers["x-powered-by"]).toBeUndefined();
	expect(headers.server).toBeUndefined();
}

/**
 * Removes the two scripts that a page may contain: the JSON data, which browsers do not run, and the hydration script,
 * whose hash is in the Content-Security-Policy.
 */
export function withoutPageData(html: string): string {
	return html.replace(
		/<script type="application\/json" id="page-data">[^<]*<\/script><script>\(function[\s\S]*?<\/script>/,
		"",
	);
}

/** Expects one stylesheet, no event handler, no style attribute, and no inline script except the hydration script. */
export function expectCleanDocument({ text }: HttpResponse): void {
	if (!text) return;
	expect(text.match(/<style/g)).toHaveLength(1);
	expect(withoutPageData(text)).not.toMatch(/<script|\son[a-z]+="|\sstyle="|href="javascript:/i);
}
