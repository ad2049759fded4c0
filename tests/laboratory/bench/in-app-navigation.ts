/** What a second page inside the account costs, by a link of a page that is alive and as a whole. */
import type { Page } from "playwright-core";
import { numberText, type Row } from "../figures/table";
import { type Place, untilAlive, visit } from "./hydration-browser";

const MAX_WAIT_MS = 30_000;

/** Pages that a link of another one leads to. */
const seconds = [
	["/auth/my-account", "/auth/my-documents"],
	["/auth/my-account", "/auth/work-overtime"],
	["/auth/my-account", "/auth/my-account/edit-profile"],
	["/auth/work-overtime", "/auth/work-overtime/add-work-overtime"],
] as const;

/** Each with the script in the browser's cache. */
export async function secondPages(place: Place): Promise<Row[]> {
	const rows: Row[] = [];
	for (const [from, to] of seconds) rows.push(await secondPage(place, from, to));
	return rows;
}

/** What travels when a link is followed on a page that is alive, against loading that page whole; both with the script there. */
async function secondPage(place: Place, from: string, to: string): Promise<Row> {
	const [inside, whole] = await Promise.all([
		bytesOf(place, from, (page) => page.evaluate(`document.querySelector("main a[href^='${to}']").click()`)),
		bytesOf(place, from, (page) => page.goto(place.origin + to)),
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

function bytesOf(place: Place, from: string, go: (page: Page) => Promise<unknown>): Promise<number> {
	return visit(place, {}, async (page, cdp) => {
		await page.goto(place.origin + from);
		await untilAlive(page);
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
