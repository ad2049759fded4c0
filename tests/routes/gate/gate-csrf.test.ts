import { describe, expect, test } from "vitest";
import { dump } from "../../support/account-routes";
import { send, urlencoded } from "../../support/server/http-client";
import { own, postedPaths } from "../../support/server/origins";
import { serverForFile } from "../../support/server/server-for-file";

/** Tests that the server refuses forms of other sites on every path, existing or not; screen.test.ts has all headers. */

const address = "https://relevo.ejemplo.ar";
const server = serverForFile();
const withAddress = serverForFile({ APP_URL: address });

const cookies = "intent=accepted&redirectTo=/home";

const foreign: Readonly<Record<string, (origin: string) => Record<string, string | string[]>>> = {
	"no header": () => ({}),
	"another origin and a forged host": () => ({
		origin: "http://evil.example",
		"x-forwarded-host": "evil.example",
	}),
	"two sites": () => ({ "sec-fetch-site": ["same-origin", "cross-site"] }),
	"two origins": (origin) => ({ origin: [origin, "http://evil.example"] }),
};

describe.each(Object.entries(foreign))("a form with %s", (_name, shape) => {
	test(`is refused on all ${postedPaths.length} paths and changes nothing`, async () => {
		// Compares the database's rows instead of its file, because a checkpoint of the write-ahead log changes the file
		// too.
		const databases = [server.databasePath, withAddress.databasePath];
		const before = databases.map(dump);
		for (const [origin, host] of [
			[server.origin, new URL(server.origin).host],
			[withAddress.origin, "relevo.ejemplo.ar"],
		] as const) {
			const expected = origin === server.origin ? origin : address;
			for (const path of postedPaths) {
				const headers = { host, ...urlencoded, ...shape(expected) };
				const response = await send(origin, path, { method: "POST", headers, body: cookies });
				expect(response.status, path).toBe(403);
				expect(response.headers["set-cookie"], path).toBeUndefined();
				expect(response.headers.location, path).toBeUndefined();
				expect(response.text, path).toContain("No pudimos aceptar el envío");
			}
		}
		expect(databases.map(dump)).toEqual(before);
	});
});

test("what another app shares is refused too where there is no service worker, by words of its own", async () => {
	const headers = { ...urlencoded, "sec-fetch-site": "none" };
	const response = await send(server.origin, "/compartir", { method: "POST", headers, body: cookies });
	expect(response.status).toBe(403);
	expect(response.text).toContain("Para mandar una foto desde otra app, abrí Relevo");
});

describe("a form of this site is accepted with", () => {
	const sent = ["the same origin", "Origin only", "Referer only"];
	test.each(Object.entries(own).filter(([what]) => sent.includes(what)))("%s", async (_name, shape) => {
		const here = { ...urlencoded, ...shape(server.origin) };
		const response = await send(server.origin, "/cookies", { method: "POST", headers: here, body: cookies });
		expect([response.status, response.headers.location]).toEqual([303, "/home"]);
		expect(response.headers["set-cookie"]?.[0]).toMatch(/^consent=accepted;/);
		const there = { host: "relevo.ejemplo.ar", ...urlencoded, ...shape(address) };
		const public_ = await send(withAddress.origin, "/cookies", {
			method: "POST",
			headers: there,
			body: cookies,
		});
		expect([public_.status, public_.headers["set-cookie"]?.[0]]).toEqual([
			303,
			expect.stringMatching(/^__Host-consent=accepted;/),
		]);
	});
});
