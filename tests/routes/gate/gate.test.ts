import { describe, expect, test } from "vitest";
import { seedUser } from "../../support/accounts-on-disk";
import { expectSafe } from "../../support/server/expect-safe";
import { post, sameOrigin, send, sendRaw } from "../../support/server/http-client";
import { serverForFile } from "../../support/server/server-for-file";

/** Tests which methods and URLs the server accepts, and which it refuses with status 405 or 400. */

const server = serverForFile();

describe("the method", () => {
	test.each(
		["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "PURGE"].flatMap((method) =>
			["/home", "/cookies", "/home?_data=routes%2Fhome", "/safety/1.svg", "/no-existe", "/healthcheck"].map(
				(path) => [method, path] as const,
			),
		),
	)("%s %s is refused, whatever else the request contains", async (method, path) => {
		const response = await send(server.origin, path, { method, headers: sameOrigin });
		expect(response.status).toBe(405);
		expect(response.headers.allow).toBe("GET, HEAD, POST");
		expectSafe(response);
	});

	test("CONNECT opens no tunnel", async () => {
		const response = await sendRaw(
			server.origin,
			"CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n",
		);
		expect(response.text).not.toContain(" 200");
	});

	test("a request to upgrade the connection is handled as an ordinary request", async () => {
		const headers = `Host: ${new URL(server.origin).host}\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n`;
		const response = await sendRaw(server.origin, `GET /healthcheck HTTP/1.1\r\n${headers}\r\n`);
		expect(response.status).toBe(200);
	});

	test("a POST to a page without a form is refused in Spanish", async () => {
		for (const path of [
			"/home",
			"/healthcheck",
			"/pictures/x.svg",
			"/safety/1.svg",
			"/robots.txt",
			"/home?_data=routes%2Fhome",
		]) {
			const response = await post(server.origin, path, "a=b");
			expect(response.status, path).toBe(405);
			expect(response.headers.allow, path).toBe("GET, HEAD");
			expect(response.text, path).not.toMatch(/Unexpected Server Error|Application Error|Method Not Allowed/);
			expectSafe(response);
		}
	});

	test("the page that refuses a form is called what its heading says, and asks nobody in a session to sign in", async () => {
		const { cookie } = seedUser(server.databasePath);
		const { text } = await post(server.origin, "/auth/more", "a=b", { cookie });
		expect(text).toContain("<title>No se pudo hacer · Relevo</title>");
		expect(text).toContain("<h1>No se pudo hacer</h1>");
		expect(text).not.toContain("INGRESAR");
	});
});

test.each([
	"//evil.example/home",
	"//evil.example",
	"/\\evil.example/home",
	"/.//evil.example/home",
	"/x/..//evil.example",
	"/%zz",
	"/%",
	"/%c3%28",
	"http://evil.example/home",
	"*",
])("the address %s is not accepted", async (path) => {
	const { host } = new URL(server.origin);
	const response = await sendRaw(
		server.origin,
		`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
	);
	expect(response.status).toBe(400);
	expect(response.text).not.toMatch(/location:/i);
	expect(response.text).toContain("No entendimos la direcci");
});
