import { createServer } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { expectSafe } from "../../support/server/expect-safe";
import { post, send } from "../../support/server/http-client";
import { freePort } from "../../support/server/ports.mjs";
import { startServer } from "../../support/server/server";
import { serverForFile } from "../../support/server/server-for-file";
import { waitUntil } from "../../support/server/wait-until";

/** Tests that the server removes the token of a mailed link from the URL before any other code sees the URL. */

const server = serverForFile();
const secure = serverForFile({ APP_URL: "https://relevo.ejemplo.ar", TRUST_PROXY_HOPS: "1" });

const token = "Zq_-0123456789abcdefghijABCDEFGHIJ0123456-_";

describe.each([
	["/auth/verify-email", "verify"],
	["/auth/reset-pass", "reset"],
])("the link to %s", (path, purpose) => {
	test.each(["GET", "HEAD"])(
		"moves its token to a short-lived cookie and redirects without it (%s)",
		async (method) => {
			const response = await send(server.origin, `${path}?token=${token}`, { method });
			expect([response.status, response.headers.location, response.text]).toEqual([303, path, ""]);
			expect(response.headers["set-cookie"]).toEqual([
				`mail-token=${purpose}.${token}; Max-Age=900; Path=/; HttpOnly; SameSite=Lax`,
			]);
			expect(response.headers["cache-control"]).toBe("private, no-store");
			expectSafe(response);
		},
	);

	test.each([
		["other parameters", `${path}?redirectTo=%2Fhome&token=${token}&email=ana%40ejemplo.ar#x`],
		["a data request", `${path}?token=${token}&_data=routes%2Fauth.verify-email`],
		["an encoded name", `${path}?%74oken=${token}`],
		["capitals", `${path.toUpperCase()}?token=${token}`],
		["a slash at the end", `${path}/?token=${token}`],
		["an encoded path", `${path.replace("auth", "%61uth")}?token=${token}`],
		["a detour", `${path.replace("/auth", "/x/../auth")}?token=${token}`],
	])("is removed even if other text surrounds it: %s", async (_what, address) => {
		const response = await send(server.origin, address);
		expect([response.status, response.headers.location]).toEqual([303, path]);
		expect(response.headers["set-cookie"]?.[0]).toContain(`mail-token=${purpose}.${token};`);
	});

	test.each([
		"",
		"x",
		token.slice(1),
		`${token}x`,
		`${token}%0d%0aSet-Cookie:%20session=x`,
		`${token.slice(1)}%3B`,
		`${token.slice(1)}%20`,
		`${token.slice(1)}%C3%B1`,
		`${token.slice(1)}.`,
	])("with an invalid token (%s) redirects and sets no cookie", async (other) => {
		const response = await send(server.origin, `${path}?token=${other}`);
		expect([response.status, response.headers.location]).toEqual([303, path]);
		expect(response.headers["set-cookie"]).toBeUndefined();
	});

	test("sets a __Host- cookie behind https, and is refused on another host", async () => {
		const address = `${path}?token=${token}`;
		const response = await send(secure.origin, address, { headers: { host: "relevo.ejemplo.ar" } });
		expect(response.headers["set-cookie"]).toEqual([
			`__Host-mail-token=${purpose}.${token}; Max-Age=900; Path=/; HttpOnly; Secure; SameSite=Lax`,
		]);
		expect(response.headers.location).toBe(path);
		const stranger = await send(secure.origin, address, { headers: { host: "evil.example" } });
		expect([stranger.status, stranger.headers["set-cookie"]]).toEqual([421, undefined]);
	});

	test("redirects to the same page every time a mail scanner opens it", async () => {
		for (let visit = 0; visit < 5; visit++) {
			const opened = await send(server.origin, `${path}?token=${token}`);
			const cookie = opened.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
			const page = await send(server.origin, path, { headers: { cookie } });
			expect(page.headers["cache-control"]).toBe("private, no-store");
			expect(page.text).not.toContain(token);
			expect(page.status).toBeLessThan(400);
		}
	});

	test("keeps its token in the URL of a posted form, as any other page does", async () => {
		const posted = await post(server.origin, `${path}?token=${token}`, "a=b");
		expect(posted.headers["set-cookie"]?.join() ?? "").not.toContain("mail-token");
		const other = await send(server.origin, `/home?inicio=1&token=${token}`);
		expect([other.status, other.headers["set-cookie"]]).toEqual([200, undefined]);
	});
});

test("the development server does not log the token either", async () => {
	// Starts a server in place of Remix's compiler, because a development server reports its start to the compiler.
	const port = await freePort();
	const compiler = createServer((_request, response) => response.end("{}")).listen(port, "127.0.0.1");
	onTestFinished(() => void compiler.close());
	const settings = { NODE_ENV: "development", REMIX_DEV_ORIGIN: `http://127.0.0.1:${port}` };
	const watched = await startServer(settings);
	const opened = await send(watched.origin, `/auth/verify-email?token=${token}`);
	expect([opened.status, opened.headers.location]).toEqual([303, "/auth/verify-email"]);
	expect(opened.headers["set-cookie"]?.[0]).toContain(`mail-token=verify.${token};`);
	const stranger = await post(watched.origin, "/auth/login", "", { "sec-fetch-site": "cross-site" });
	expect(stranger.status).toBe(403);
	// Without a token, requests reach their route unchanged.
	expect((await send(watched.origin, "/healthcheck")).text).toBe("ok\n");
	expect(watched.output()).not.toContain(token);
	await watched.stop();
});

test("the log names the page and never the token", async () => {
	await send(server.origin, `/auth/reset-pass?token=${token}`);
	await send(server.origin, "/healthcheck");
	const visits = () =>
		server
			.output()
			.split("\n")
			.filter((line) => line.includes('"event":"request"'));
	await waitUntil(
		() => visits().at(-1)?.includes('"route":"/healthcheck"') === true,
		"the visits are logged",
	);
	expect(visits().at(-2)).toMatch(/"method":"GET","route":"\/auth\/reset-pass","status":303/);
	expect(server.output()).not.toContain(token);
	expect(server.output()).not.toContain(token.slice(0, 20));
});
