import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pageBounds } from "../../scripts/bench/measure-pages";
import { weighPage } from "../../scripts/bench/page-weight";
import { listPublicPages, notPages } from "../../scripts/bench/public-urls";
import { startServer, type TestServer } from "../support/server";

const routes = readdirSync("app/routes");
const pages = listPublicPages().filter(({ route }) => routes.includes(`${route}.tsx`));

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

test("every route that shows a page to a stranger is listed", () => {
	const shown = routes
		.filter((file) => file.endsWith(".tsx") && !file.startsWith("auth."))
		.map((file) => file.replace(/\.tsx$/, ""))
		.filter((route) => !notPages.includes(route));
	const listed = listPublicPages().map(({ route }) => route);
	expect(shown.filter((route) => !listed.includes(route))).toEqual([]);
});

test("every public page keeps to its bytes, sends no React and paints after one request", async () => {
	const misses: string[] = [];
	for (const { path, status = 200, isWholeYear } of pages) {
		const weight = await weighPage(server.origin, path);
		const most = isWholeYear ? pageBounds.wholeYearBytes : pageBounds.pageBytes;
		if (weight.status !== status) misses.push(`${path}: ${weight.status}`);
		for (const form of ["brotli", "gzip"] as const)
			if (weight[form] > most) misses.push(`${path}: ${weight[form]} > ${most} B (${form})`);
		if (weight.reactFiles.length > 0) misses.push(`${path}: ${weight.reactFiles.join(", ")}`);
		if (weight.scriptBytes > pageBounds.scriptBytes)
			misses.push(`${path}: ${weight.scriptBytes} B of script`);
		if (weight.requestsBeforePaint > pageBounds.requestsBeforePaint || weight.fonts > pageBounds.fonts)
			misses.push(`${path}: ${weight.requestsBeforePaint} requests, ${weight.fonts} fonts before it paints`);
	}
	expect(misses).toEqual([]);
	expect(pages.length).toBeGreaterThan(100);
});
