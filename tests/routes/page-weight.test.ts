import { expect, test } from "vitest";
import { pageBounds } from "../laboratory/bench/measures/measure-pages";
import { weighPage } from "../laboratory/visitors/page-weight";
import { listPublicPages } from "../support/public-pages";
import { send } from "../support/server/http-client";
import { serverForFile } from "../support/server/server-for-file";

const pages = listPublicPages();

const server = serverForFile();

test("every public page stays below its limits of bytes and elements, contains no React and paints after one request", async () => {
	const misses: string[] = [];
	for (const { path, route, status = 200, isWholeYear } of pages) {
		const weight = await weighPage(server.origin, path);
		const most = isWholeYear ? pageBounds.wholeYearBytes : pageBounds.pageBytes;
		if (weight.status !== status) misses.push(`${path}: ${weight.status}`);
		for (const form of ["brotli", "gzip"] as const)
			if (weight[form] > most) misses.push(`${path}: ${weight[form]} > ${most} B (${form})`);
		const mostElements = isWholeYear ? pageBounds.wholeYearElements : pageBounds.crewElements;
		if (route === "diagrams.$id" && weight.elements > mostElements)
			misses.push(`${path}: ${weight.elements} elements`);
		if (weight.reactFiles.length > 0) misses.push(`${path}: ${weight.reactFiles.join(", ")}`);
		if (weight.scriptBytes > pageBounds.scriptBytes)
			misses.push(`${path}: ${weight.scriptBytes} B of script`);
		if (weight.requestsBeforePaint > pageBounds.requestsBeforePaint || weight.fonts > pageBounds.fonts)
			misses.push(`${path}: ${weight.requestsBeforePaint} requests, ${weight.fonts} fonts before it paints`);
	}
	expect(misses).toEqual([]);
	expect(pages.length).toBeGreaterThan(100);
});

test("every page with a visitor's own shifts stays below the byte limit too", async () => {
	const Cookie = "mine=5turnos_7dias.C; consent=accepted";
	for (const path of [
		"/home",
		"/my-shift",
		"/my-shift/calendar",
		"/my-shift/calendar/2026-10",
		"/my-shift/calendar?year=2027",
		"/my-shift/swap",
	]) {
		const weight = await weighPage(server.origin, path, { Cookie });
		expect(weight, path).toMatchObject({ status: 200, reactFiles: [], requestsBeforePaint: 1 });
		expect(Math.max(weight.brotli, weight.gzip), path).toBeLessThanOrEqual(pageBounds.pageBytes);
	}
});

test("every public page has its own description of one sentence, and no account page has one", async () => {
	const said = new Map<string, string>();
	for (const { path, status } of pages) {
		const { text } = await send(server.origin, path);
		const sentences = Array.from(
			text.matchAll(/<meta name="description" content="([^"]*)"/g),
			([, own]) => own,
		);
		expect(sentences, path).toHaveLength(status === 404 ? 0 : 1);
		const [sentence] = sentences;
		if (!sentence) continue;
		expect(sentence, path).toMatch(/^.{40,160}\.$/);
		// Two pages may have the same description only if their URLs differ in nothing but the query string.
		const route = path.split("?")[0] ?? path;
		const other = said.get(sentence);
		if (other) expect(other, sentence).toBe(route);
		said.set(sentence, route);
	}
	for (const path of ["/auth/login", "/auth/register", "/auth/verify-email"])
		expect((await send(server.origin, path)).text, path).not.toContain('name="description"');
});

test("browsers cache the safety drawings for ever; their old addresses work too", async () => {
	const { text } = await send(server.origin, "/security");
	const drawings = Array.from(text.matchAll(/<img src="([^"]+\.svg)"/g), ([, address]) => address ?? "");
	expect(drawings).toHaveLength(10);
	for (const [index, address] of drawings.entries()) {
		const hashed = await send(server.origin, address);
		expect(hashed.status, address).toBe(200);
		expect(hashed.headers["content-type"]).toContain("image/svg+xml");
		expect(hashed.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
		const old = await send(server.origin, `/safety/${index + 1}.svg`);
		expect(old.text).toBe(hashed.text);
	}
});
