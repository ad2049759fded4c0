import { describe, expect, test } from "vitest";
import { expectSafe } from "../../support/server/expect-safe";
import { post, send, sendRaw } from "../../support/server/http-client";
import { serverForFile } from "../../support/server/server-for-file";

/** Tests which values of the Host header the server accepts. */

const address = "https://relevo.ejemplo.ar";
const server = serverForFile();
const withAddress = serverForFile({ APP_URL: address });

describe("the host", () => {
	const hostile = [
		"evil.example",
		"evil.example:3000",
		"localhost.evil.example",
		"localhost:80@evil.example",
		"user@localhost",
		"user:pass@localhost",
		"localhost@evil.example",
		"evil.example#localhost",
		"localhost/evil",
		"localhost?evil",
		"localhost#evil",
		"localhost\\evil.example",
		"localhost:99999",
		"localhost:abc",
		"localhost:",
		"localhost.",
		"localhost:3000, evil.example",
		"evil.example, localhost",
		"local%68ost",
		"%6cocalhost",
		"[::ffff:8.8.8.8]",
		"[2001:db8::1]",
		"[fc::1]",
		"[fe8::1]",
		"[::]",
		"[::1",
		"::1",
		"0.0.0.0",
		"0",
		"8.8.8.8",
		"127.1",
		"0x7f.0.0.1",
		"2130706433",
		"017700000001",
		"172.32.0.1",
		"172.15.0.1",
		"11.0.0.1",
		"192.169.0.1",
		"127.0.0.1.evil.example",
		"relevo.ejemplo.ar.evil.example",
		"https://relevo.ejemplo.ar",
		" ",
	];

	test.each(hostile)("%j is refused", async (host) => {
		for (const { origin } of [server, withAddress]) {
			const response = await send(origin, "/home?inicio=1", { headers: { host } });
			expect(response.status).toBe(421);
			expect(response.headers["set-cookie"]).toBeUndefined();
			expectSafe(response);
		}
	});

	test("must be the configured one, or else localhost or a private address", async () => {
		const local = [
			"localhost",
			"LOCALHOST:3000",
			"127.0.0.1:1",
			"10.1.2.3",
			"172.16.0.9:80",
			"192.168.1.5:8080",
		];
		for (const host of [...local, "[::1]:3000", "[fd12:3456::1]", "[fe80::1]"]) {
			expect((await send(server.origin, "/home", { headers: { host } })).status, host).toBe(200);
			expect((await send(withAddress.origin, "/home", { headers: { host } })).status, host).toBe(421);
		}
		const host = "relevo.ejemplo.ar";
		expect((await send(withAddress.origin, "/home", { headers: { host } })).status).toBe(200);
		expect((await send(withAddress.origin, "/home", { headers: { host: "Relevo.Ejemplo.AR" } })).status).toBe(
			200,
		);
		expect((await send(server.origin, "/home", { headers: { host } })).status).toBe(421);
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

	const forwarded = [
		"x-forwarded-host",
		"forwarded",
		"x-original-host",
		"x-host",
		"x-forwarded-server",
		"x-real-ip",
	];
	test.each([...forwarded, "x-original-url", "x-rewrite-url", "x-forwarded-proto", "x-forwarded-port"])(
		"is not changed by %s",
		async (name) => {
			for (const { origin, host } of [
				{ origin: server.origin, host: new URL(server.origin).host },
				{ origin: withAddress.origin, host: "relevo.ejemplo.ar" },
			]) {
				for (const value of ["evil.example", "host=evil.example", "/auth/login", "https", "1.2.3.4"]) {
					for (const path of ["/", "/home?inicio=1", "/no-existe", "/home?year="]) {
						const plain = await send(origin, path, { headers: { host } });
						const forged = await send(origin, path, { headers: { host, [name]: value } });
						expect([forged.status, forged.headers.location]).toEqual([plain.status, plain.headers.location]);
						expect(withoutRequestId(forged.text)).toBe(withoutRequestId(plain.text));
					}
					const own = origin === server.origin ? `http://${host}` : address;
					const form = await post(origin, "/home", "a=b", { host, origin: own, [name]: value });
					expect(form.status).toBe(405);
				}
			}
		},
	);
});

function withoutRequestId(page: string): string {
	return page.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "");
}
