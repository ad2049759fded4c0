import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { gzipPage } from "~/gate/response/page-compression.server";

const page = (text: string, style = "body{color:red}") =>
	Buffer.from(`<!doctype html><html><head><style>${style}</style></head><body>${text}</body></html>`);

test("decompression restores pages with the same and with another stylesheet", () => {
	for (const body of [page("uno"), page("dos: año ñandú"), page("tres", "p{}"), page("uno".repeat(20_000))])
		expect(gunzipSync(gzipPage(body) ?? "")).toEqual(body);
});

test("a body without a stylesheet and a very large body are not compressed synchronously", () => {
	expect(gzipPage(Buffer.from('{"a":1}'))).toBeUndefined();
	expect(gzipPage(page("x".repeat(200_000)))).toBeUndefined();
});

test("only a few beginnings of pages are cached, and a page with another beginning is not compressed synchronously", () => {
	const made = Array.from({ length: 6 }, (_, index) => gzipPage(page("x", `i${index}{}`)));
	expect(made.at(-1)).toBeUndefined();
	expect(gunzipSync(gzipPage(page("otra")) ?? "")).toEqual(page("otra"));
});
