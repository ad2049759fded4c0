import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { gzipPage } from "~/gate/response/page-compression.server";

const [start, otherStart] = ["body{color:red}", "p{}"].map((style) =>
	Buffer.from(`<!doctype html><html><head><style>${style}`),
);
const page = (text: string, its = start) => ({
	start: its ?? Buffer.alloc(0),
	rest: Buffer.from(`</style></head><body>${text}</body></html>`),
});

test("decompression restores pages with the same and with another start", async () => {
	for (const parts of [
		page("uno"),
		page("dos: año ñandú"),
		page("tres", otherStart),
		page("uno".repeat(200_000)),
		page("uno"),
	])
		expect(gunzipSync(await gzipPage(parts))).toEqual(Buffer.concat([parts.start, parts.rest]));
});
