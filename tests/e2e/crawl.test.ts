import { describe, expect, test } from "vitest";
import { openPage } from "../support/browser/browser";
import { otherSiteForFile } from "../support/browser/other-site";
import { serverForFile } from "../support/server/server-for-file";

const server = serverForFile();
const otherSite = otherSiteForFile();

describe("a crawl of every public page with script on", () => {
	test("finds no broken link, no error and no violation of the Content-Security-Policy", async () => {
		const page = await openPage({ script: "on", width: 1280 });
		const troubles: string[] = [];
		page.on("console", (message) => troubles.push(`${page.url()}: ${message.text()}`));
		page.on("pageerror", (error) => troubles.push(`${page.url()}: ${error.message}`));
		const queue = ["/home?inicio=1"];
		const seen = new Set(queue);
		const patterns = new Map<string, number>();
		for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
			// Requests calendar files without opening them, because browsers download calendar files.
			if (path.endsWith(".ics")) {
				const file = await page.request.get(server.origin + path);
				if (file.status() !== 200) troubles.push(`${path}: ${file.status()}`);
				continue;
			}
			const response = await page.goto(server.origin + path, { waitUntil: "load" });
			if (response?.status() !== 200) troubles.push(`${path}: ${response?.status()}`);
			const links = await page.evaluate(() => Array.from(document.links, (link) => link.href));
			for (const link of links) {
				const url = new URL(link);
				const next = url.pathname + url.search;
				// Visits at most three pages that differ only by date, crew, diagram or the answers to «¿Qué turno tenés hoy?».
				const pattern = next.replace(
					/\d{4}(-\d+)*|crew=[A-E]|(diagram|shift|day|with|withCrew)=\w+|\/(diagrams)\/\w+|\/(diagram-detail|diagram-complete|calendars)\/[^?]*/g,
					"*$2$3$4",
				);
				const count = patterns.get(pattern) ?? 0;
				if (url.origin !== server.origin || seen.has(next) || count >= 3 || next.startsWith("/pictures/"))
					continue;
				seen.add(next);
				patterns.set(pattern, count + 1);
				queue.push(next);
			}
		}
		expect(troubles).toEqual([]);
		expect(seen.size).toBeGreaterThan(15);
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
