/**
 * Holds back and changes single requests by DevTools, because `page.route` would disable the cache and send every
 * request of the page to the test. Each page can have one such hold or change, which ends with the visit.
 */
import type { CDPSession, Page } from "playwright-core";

type Pattern = { urlPattern: string } | { resourceType: "Document" };

const sessions = new WeakMap<Page, CDPSession>();

/**
 * Holds back the requests whose URL matches `urlPattern`.
 * @returns a function that releases them
 */
export async function holdRequests(page: Page, urlPattern: string): Promise<() => Promise<void>> {
	const devTools = await openDevTools(page);
	await devTools.send("Fetch.enable", { patterns: [{ urlPattern }] });
	return async () => {
		await devTools.send("Fetch.disable");
	};
}

/** Changes status and body of the responses to requests that match `pattern`. Redirects stay unchanged. */
export async function changeResponses(
	page: Page,
	pattern: Pattern,
	change: (text: string) => { status?: number; body: string },
): Promise<void> {
	const devTools = await openDevTools(page);
	devTools.on("Fetch.requestPaused", async ({ requestId, responseStatusCode = 0, responseHeaders = [] }) => {
		try {
			if (responseStatusCode >= 300 && responseStatusCode < 400)
				return await devTools.send("Fetch.continueRequest", { requestId });
			const { body, base64Encoded } = await devTools.send("Fetch.getResponseBody", { requestId });
			const changed = change(Buffer.from(body, base64Encoded ? "base64" : "utf8").toString());
			await devTools.send("Fetch.fulfillRequest", {
				requestId,
				responseCode: changed.status ?? responseStatusCode,
				responseHeaders: responseHeaders.filter(({ name }) => !/^content-(length|encoding)$/i.test(name)),
				body: Buffer.from(changed.body).toString("base64"),
			});
		} catch {
			// The browser has left the page, so nothing waits for the response.
		}
	});
	await devTools.send("Fetch.enable", { patterns: [{ ...pattern, requestStage: "Response" }] });
}

/** Ends the hold or change of a page. */
export async function releaseRequests(page: Page): Promise<void> {
	const devTools = sessions.get(page);
	if (!devTools) return;
	sessions.delete(page);
	await devTools.send("Fetch.disable");
	await emptyMemoryCache(devTools);
	await devTools.detach();
}

async function openDevTools(page: Page): Promise<CDPSession> {
	const devTools = await page.context().newCDPSession(page);
	sessions.set(page, devTools);
	await emptyMemoryCache(devTools);
	return devTools;
}

/** Removes the files that Chromium would use again without a request, but not those of its cache on disk. */
async function emptyMemoryCache(devTools: CDPSession): Promise<void> {
	await devTools.send("Network.enable");
	await devTools.send("Network.setCacheDisabled", { cacheDisabled: true });
	await devTools.send("Network.disable");
}
