import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { gzipPage } from "~/fast/page-compression.server";

const page = (text: string, style = "body{color:red}") =>
	`<!doctype html><html><head><style>${style}</style></head><body>${text}</body></html>`;

test("decompression restores pages with the same, with another and without a stylesheet", async () => {
	const others = Array.from({ length: 9 }, (_, index) => page("otro", `p{top:${index}px}`));
	for (const whole of [
		page("uno"),
		page("dos: año ñandú"),
		page("tres", "p{}"),
		page("uno".repeat(200_000)),
		"<p>sin hoja",
		...others,
		page("uno"),
	])
		expect(gunzipSync(await gzipPage(whole)).toString()).toBe(whole);
});
