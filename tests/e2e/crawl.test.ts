import { describe, expect, test } from "vitest";
import { openPage, pathOf } from "../support/browser/browser";
import { otherSiteForFile } from "../support/browser/other-site";
import { textPages } from "../support/public-pages";
import { serverForFile } from "../support/server/server-for-file";

const server = serverForFile();
const otherSite = otherSiteForFile();

describe("a crawl of every public page with script on", () => {
	test("finds no broken link, no error and no violation of the Content-Security-Policy, and only forms have scripts", async () => {
		const page = await openPage({ script: "on", width: 1280 });
		const troubles: string[] = [];
		page.on("console", (message) => troubles.push(`${page.url()}: ${message.text()}`));
		page.on("pageerror", (error) => troubles.push(`${page.url()}: ${error.message}`));
		const linksShown = async (path: string) => {
			const response = await page.goto(server.origin + path, { waitUntil: "load" });
			if (response?.status() !== 200) troubles.push(`${path}: ${response?.status()}`);
			const scripts = await page.locator("script, link[rel=modulepreload]").count();
			if (scripts > 0 && !pathOf(page).startsWith("/auth/")) troubles.push(`${path}: ${scripts} scripts`);
			return page.evaluate(() => Array.from(document.links, (link) => link.href));
		};
		const linksSent = async (path: string) => {
			const response = await page.request.get(server.origin + path);
			if (response.status() !== 200) troubles.push(`${path}: ${response.status()}`);
			const hrefs = (await response.text()).matchAll(/<a\b[^>]*? href="([^"]*)"/g);
			return Array.from(
				hrefs,
				([, href = ""]) => new URL(href.replaceAll("&amp;", "&"), response.url()).href,
			);
		};
		const queue = textPages.filter(({ status }) => status !== 404).map(({ path }) => path);
		const seen = new Set(queue);
		/** Number of visited pages by what all have in common that differ only by date, crew, diagram or answers. */
		const alike = new Map<string, number>();
		/** Paths of pages that look like one that the browser has opened. Calendar files it would download. */
		const unopened = new Set<string>();
		for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
			const links = unopened.has(path) ? await linksSent(path) : await linksShown(path);
			for (const link of links) {
				const url = new URL(link);
				const next = url.pathname + url.search;
				const pattern = next.replace(
					/\d{4}(-\d+)*|crew=[A-E]|(diagram|shift|day|with|withCrew)=\w+|\/(diagrams)\/\w+|\/(diagram-detail|diagram-complete|calendars)\/[^?]*/g,
					"*$2$3$4",
				);
				const count = alike.get(pattern) ?? 0;
				if (url.origin !== server.origin || seen.has(next) || count >= 3 || next.startsWith("/pictures/"))
					continue;
				seen.add(next);
				alike.set(pattern, count + 1);
				if (count > 0 || next.endsWith(".ics")) unopened.add(next);
				queue.push(next);
			}
		}
		expect(troubles).toEqual([]);
		expect(seen.size).toBeGreaterThan(60);
	});
});

describe("the Content-Security-Policy", () => {
	test("stops an injected inline script", async () => {
		const page = await openPage({ script: "on" });
		const refused: string[] = [];
		page.on("console", (message) => refused.push(message.text()));
		await page.route("**/home?inicio=1", async (route) => {
			const response = await route.fetch();
			const body = (await response.text()).replace(
				"</main>",
				"<script>document.title='taken'</script></main>",
			);
			await route.fulfill({ response, body });
		});
		await page.goto(`${server.origin}/home?inicio=1`);
		expect(await page.title()).toBe("Diagramas de turnos · Relevo");
		await expect.poll(() => refused.join()).toContain("Content Security Policy");
	});

	test("keeps our pages out of frames", async () => {
		otherSite.html = `<iframe src="${server.origin}/home?inicio=1"></iframe>`;
		const page = await openPage({ script: "on" });
		await page.goto(otherSite.origin, { waitUntil: "networkidle" });
		const framed = page.frames().find((frame) => frame !== page.mainFrame());
		expect(framed?.url()).toBe("chrome-error://chromewebdata/");
	});
});

describe("a form on another site", () => {
	test.each(["/cookies", "/cookies?_data=routes%2Fcookies"])(
		"that posts to %s changes nothing",
		async (path) => {
			otherSite.html = `<form method="post" action="${server.origin}${path}"><button name="intent" value="accepted">x</button></form>`;
			const page = await openPage({ script: "off" });
			await page.goto(otherSite.origin);
			const [response] = await Promise.all([
				page.waitForResponse(`${server.origin}${path}`),
				page.locator("button").click(),
			]);
			expect(response.status()).toBe(403);
			expect(await page.context().cookies(server.origin)).toEqual([]);
		},
	);
});
