import { describe, expect, test } from "vitest";
import { expectSafe } from "../../support/server/expect-safe";
import { post, send, sendRaw } from "../../support/server/http-client";
import { serverForFile } from "../../support/server/server-for-file";

/** Tests which values of the Host header the server accepts; screen.test.ts has all values. */

const address = "https://relevo.ejemplo.ar";
const server = serverForFile();
const withAddress = serverForFile({ APP_URL: address });

describe("the host", () => {
	test.each(["evil.example", "localhost@evil.example", "172.32.0.1"])("%j is refused", async (host) => {
		for (const { origin } of [server, withAddress]) {
			const response = await send(origin, "/home?inicio=1", { headers: { host } });
			expect(response.status).toBe(421);
			expect(response.headers["set-cookie"]).toBeUndefined();
			expectSafe(response);
		}
	});

	test("must be the configured one, or else localhost or a private address", async () => {
		for (const [host, alone, configured] of [
			["LOCALHOST:3000", 200, 421],
			["[fd12:3456::1]", 200, 421],
			["Relevo.Ejemplo.AR", 421, 200],
		] as const) {
			expect((await send(server.origin, "/home", { headers: { host } })).status, host).toBe(alone);
			expect((await send(withAddress.origin, "/home", { headers: { host } })).status, host).toBe(configured);
		}
	});

	test("may be any for the health check, and only for it", async () => {
		for (const host of ["evil.example", "a b", "10.0.0.1:99999", ""]) {
			const response = await send(server.origin, "/healthcheck", { headers: { host } });
			expect([response.status, response.text], host).toEqual([200, "ok\n"]);
			expect((await post(server.origin, "/healthcheck", "", { host })).status, host).toBe(405);
		}
		const forged = { host: "evil.example", origin: "http://evil.example" };
		expect((await send(server.origin, "/healthcheck", { method: "POST", headers: forged })).status).toBe(403);
	});

	test("is refused when it is given twice or not at all", async () => {
		const { host } = new URL(server.origin);
		const both = `GET /home HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`;
		expect([400, 421]).toContain((await sendRaw(server.origin, both)).status);
		expect((await sendRaw(server.origin, "GET /home HTTP/1.1\r\nConnection: close\r\n\r\n")).status).toBe(
			400,
		);
		expect((await sendRaw(server.origin, "GET /home HTTP/1.0\r\n\r\n")).status).toBe(421);
	});

	test("is not changed by headers in which proxies name another host, path or scheme", async () => {
		const names = [
			"x-forwarded-host",
			"forwarded",
			"x-original-host",
			"x-host",
			"x-forwarded-server",
			"x-real-ip",
			"x-original-url",
			"x-rewrite-url",
			"x-forwarded-proto",
			"x-forwarded-port",
		];
		const values = ["evil.example", "host=evil.example", "/auth/login", "https", "1.2.3.4"];
		const claims = values.map((value) => Object.fromEntries(names.map((name) => [name, value])));
		for (const { origin, host, own } of [
			{ origin: server.origin, host: new URL(server.origin).host, own: server.origin },
			{ origin: withAddress.origin, host: "relevo.ejemplo.ar", own: address },
		]) {
			for (const path of ["/", "/home?inicio=1", "/no-existe", "/home?year="]) {
				const plain = await send(origin, path, { headers: { host } });
				for (const claim of claims) {
					const forged = await send(origin, path, { headers: { host, ...claim } });
					expect([forged.status, forged.headers.location]).toEqual([plain.status, plain.headers.location]);
					expect(withoutRequestId(forged.text)).toBe(withoutRequestId(plain.text));
				}
			}
			for (const claim of claims) {
				const form = await post(origin, "/home", "a=b", { host, origin: own, ...claim });
				expect(form.status).toBe(405);
			}
		}
	});
});

function withoutRequestId(page: string): string {
	return page.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "");
}
