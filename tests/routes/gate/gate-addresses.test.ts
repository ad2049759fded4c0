import { describe, expect, test } from "vitest";
import { post, send, sendRaw } from "../../support/server/http-client";
import { serverForFile } from "../../support/server/server-for-file";

const server = serverForFile();

describe("a path that leads to another site once decoded", () => {
	test.each([
		"/%5C",
		"/%5C@",
		"/%5C%00",
		"/%5c%5c",
		"/%5Cevil.example/x",
		"/%09/",
		"/%0A%5C",
		"/%5C?year=2026",
	])("%s is refused with a page", async (path) => {
		const response = await sendRaw(
			server.origin,
			`GET ${path} HTTP/1.1\r\nHost: ${new URL(server.origin).host}\r\nConnection: close\r\n\r\n`,
		);
		expect(response.status).toBe(400);
		expect(response.text).toContain("<h1>No entendimos la ");
	});

	test.each(["/%2F", "/a%5Cb", "/%25", "/%3F", "/%23/", "/%F0%9F%94%A5"])(
		"%s is an ordinary path, which is not found",
		async (path) => {
			expect((await send(server.origin, path)).status).toBe(404);
		},
	);
});

describe("Retry-After", () => {
	test("is copied from a route's response to its page", async () => {
		const fields = new URLSearchParams({ email: "nadie@planta.example", password: "no es esta" });
		let response = await post(server.origin, "/auth/login", String(fields));
		for (let attempt = 0; attempt < 40 && response.status !== 429; attempt++)
			response = await post(server.origin, "/auth/login", String(fields));
		expect(response.status).toBe(429);
		expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
		expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
	});

	test("is missing on other pages", async () => {
		expect((await send(server.origin, "/auth/login")).headers["retry-after"]).toBeUndefined();
	});
});
