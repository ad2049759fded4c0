import { expect } from "vitest";
import { cspHash, type HttpResponse } from "./http-client";

/** The headers that stand on every answer of ours, and a policy that allows its sheet, the starter and nothing more. */
export function expectSafe({ headers, text }: HttpResponse): void {
	const policy = String(headers["content-security-policy"]);
	expect(policy).toMatch(
		/^default-src 'none'; script-src 'self' 'sha256-[^ ]+'; style-src 'self' 'sha256-[^ ]+';/,
	);
	for (const part of [
		"object-src 'none'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
		"form-action 'self'",
	]) {
		expect(policy).toContain(part);
	}
	expect(policy).not.toContain("unsafe");
	expect(headers).toMatchObject({
		"x-content-type-options": "nosniff",
		"x-frame-options": "DENY",
		"referrer-policy": "same-origin",
		"cross-origin-opener-policy": "same-origin",
		"cross-origin-resource-policy": "same-origin",
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
 * A document without its data, which no browser runs and in which no "<" stands, and without the starter, whose hash the
 * policy names.
 */
export function withoutPageData(html: string): string {
	return html.replace(
		/<script type="application\/json" id="page-data">[^<]*<\/script><script>\(function[\s\S]*?<\/script>/,
		"",
	);
}

/** Nothing on it that the policy would have to allow: no other script, no handler, no style but the sheet. */
export function expectCleanDocument({ text }: HttpResponse): void {
	if (!text) return;
	expect(text.match(/<style/g)).toHaveLength(1);
	expect(withoutPageData(text)).not.toMatch(/<script|\son[a-z]+="|\sstyle="|href="javascript:/i);
}
