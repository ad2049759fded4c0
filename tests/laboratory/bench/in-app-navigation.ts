/** Measures the bytes that a click on a link loads, compared with a full load of the link's target. */
import type { Page } from "playwright-core";
import { numberText, type Row } from "../figures/table";
import { untilHydrated, type Visitor, visit } from "./hydration-browser";

const MAX_WAIT_MS = 30_000;

/** Measured links: the page with the link, and the link's target. */
const navigations = [
	["/auth/my-account", "/auth/my-documents"],
	["/auth/my-account", "/auth/work-overtime"],
	["/auth/my-account", "/auth/my-account/edit-profile"],
	["/auth/work-overtime", "/auth/work-overtime/add-work-overtime"],
] as const;

export async function measureNavigations(visitor: Visitor): Promise<Row[]> {
	const rows: Row[] = [];
	for (const [from, to] of navigations) rows.push(await measureNavigation(visitor, from, to));
	return rows;
}

async function measureNavigation(visitor: Visitor, from: string, to: string): Promise<Row> {
	const [inside, whole] = await Promise.all([
		bytesOf(visitor, from, (page) =>
			page.evaluate(`document.querySelector("main a[href^='${to}']").click()`),
		),
		bytesOf(visitor, from, (page) => page.goto(visitor.origin + to)),
	]);
	return {
		id: "hydration",
		what: `De ${from} a ${to}`,
		figure: `${numberText(inside)} B`,
		reference: `${numberText(whole)} B, página entera`,
		value: inside / whole,
		unit: "×",
		bound: { atMost: 1 },
	};
}

function bytesOf(visitor: Visitor, from: string, go: (page: Page) => Promise<unknown>): Promise<number> {
	return visit(visitor, {}, async (page, cdp) => {
		await page.goto(visitor.origin + from);
		await untilHydrated(page);
		await page.waitForLoadState("networkidle");
		let bytes = 0;
		cdp.on("Network.loadingFinished", ({ encodedDataLength }) => {
			bytes += encodedDataLength;
		});
		await cdp.send("Network.enable");
		const title = await page.title();
		await go(page);
		const end = performance.now() + MAX_WAIT_MS;
		while ((await page.title()) === title && performance.now() < end) await page.waitForTimeout(50);
		await page.waitForLoadState("networkidle");
		await page.waitForTimeout(500);
		return bytes;
	});
}
