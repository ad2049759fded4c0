import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { gzipPage } from "~/gate/response/page-compression.server";

const page = (text: string, style = "body{color:red}") =>
	Buffer.from(`<!doctype html><html><head><style>${style}</style></head><body>${text}</body></html>`);

test("pages with the same stylesheet, and with another, come out as they went in", () => {
	for (const body of [page("uno"), page("dos: año ñandú"), page("tres", "p{}"), page("uno".repeat(20_000))])
		expect(gunzipSync(gzipPage(body) ?? "")).toEqual(body);
});

test("a body without a stylesheet and a very large one are left to the thread pool", () => {
	expect(gzipPage(Buffer.from('{"a":1}'))).toBeUndefined();
	expect(gzipPage(page("x".repeat(200_000)))).toBeUndefined();
});

test("only a few starts of pages are kept, and a page with a further one is left to the thread pool", () => {
	const made = Array.from({ length: 6 }, (_, index) => gzipPage(page("x", `i${index}{}`)));
	expect(made.at(-1)).toBeUndefined();
	expect(gunzipSync(gzipPage(page("otra")) ?? "")).toEqual(page("otra"));
});
