import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser, openPage } from "../support/browser";
import { patchedBuild } from "../support/patched-build";
import { startServer } from "../support/server";

let browser: Browser;

beforeAll(async () => {
	browser = await launchBrowser();
});

afterAll(() => browser.close());

/** No page asks for React yet: in this build every one does. */
function hydratingBuild(): string {
	return patchedBuild([/return typeof handle == "object" && [^;]*hydrate === !0;/, "return !0;"]);
}

describe("a page that hydrates", () => {
	test("is nobody else's: one nonce of its own on every script, no ETag, never kept", async () => {
		const server = await startServer({}, hydratingBuild());
		const answers = await Promise.all([1, 2].map(() => fetch(`${server.origin}/about`)));
		const nonces = new Set<string>();
		for (const answer of answers) {
			const html = await answer.text();
			const nonce =
				/script-src 'self' 'nonce-([^']+)'/.exec(answer.headers.get("Content-Security-Policy") ?? "")?.[1] ??
				"";
			nonces.add(nonce);
			const scripts = html.match(/<script[^>]*>/g) ?? [];
			expect(scripts.length).toBeGreaterThan(1);
			expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([]);
			expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
			expect(answer.headers.get("ETag")).toBeNull();
		}
		expect(nonces.size).toBe(2);
		expect(nonces.has("")).toBe(false);
		await server.stop();
	});

	test("runs its scripts under the Content-Security-Policy", async () => {
		const server = await startServer({}, hydratingBuild());
		const page = await openPage(browser, { script: "on" });
		const refused: string[] = [];
		page.on(
			"console",
			(message) => message.text().includes("Content Security Policy") && refused.push(message.text()),
		);
		await page.goto(`${server.origin}/about`, { waitUntil: "networkidle" });
		expect(await page.evaluate("typeof window.__remixContext")).toBe("object");
		expect(await page.evaluate("typeof window.__remixRouteModules")).toBe("object");
		expect(refused).toEqual([]);
		await page.context().close();
		await server.stop();
	});
});
