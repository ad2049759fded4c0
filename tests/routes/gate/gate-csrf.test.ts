import { describe, expect, test } from "vitest";
import { dump } from "../../support/account-routes";
import { send, urlencoded } from "../../support/server/http-client";
import { serverForFile } from "../../support/server/server-for-file";

/** Tests that the server refuses forms of other sites on every path, existing or not. */

const address = "https://relevo.ejemplo.ar";
const server = serverForFile();
const withAddress = serverForFile({ APP_URL: address });

const cookies = "intent=accepted&redirectTo=/home";

const paths = [
	"/",
	"/home",
	"/home?inicio=1",
	"/security",
	"/about",
	"/diagrams/4turnos_7dias?crew=A",
	// Data requests (`_data`), whose origin Remix itself does not check, and other URLs with a meaning in Remix.
	"/home?_data=routes%2Fhome",
	"/cookies?_data=routes%2Fcookies",
	"/web?_data=routes%2Fweb",
	"/cookies?_data=root",
	"/cookies.data",
	"/home?index",
	// Paths of routes without a page.
	"/cookies",
	"/cookies/",
	"/Cookies",
	"/web",
	"/healthcheck",
	"/pictures/4turnos_7dias-2027-01.00.svg",
	// Paths of static files, an unknown path, and paths for signing in and for the account.
	"/safety/1.svg",
	"/favicon.svg",
	"/no-existe",
	"/auth/login",
	"/auth/register",
	"/auth/recovery-pass",
	"/auth/google",
	"/auth/logout",
	"/auth/delete-account",
];

type Shape = (origin: string) => Record<string, string | string[]>;
const foreign: Readonly<Record<string, Shape>> = {
	"no header": () => ({}),
	"another site": () => ({ "sec-fetch-site": "cross-site" }),
	"a sibling host": () => ({ "sec-fetch-site": "same-site" }),
	"no site": () => ({ "sec-fetch-site": "none" }),
	"an empty site": () => ({ "sec-fetch-site": "" }),
	"the word in capitals": () => ({ "sec-fetch-site": "Same-Origin" }),
	"two sites": () => ({ "sec-fetch-site": ["same-origin", "cross-site"] }),
	"another site with our origin": (origin) => ({
		"sec-fetch-site": "cross-site",
		origin,
		referer: `${origin}/home`,
	}),
	"another origin": () => ({ origin: "http://evil.example" }),
	"another origin with our referer": (origin) => ({
		origin: "http://evil.example",
		referer: `${origin}/home`,
	}),
	"no origin (null)": () => ({ origin: "null" }),
	"an empty origin": () => ({ origin: "" }),
	"another port": () => ({ origin: "http://localhost:1" }),
	"another scheme": (origin) => ({
		origin: origin.replace(/^https?/, (scheme) => (scheme === "http" ? "https" : "http")),
	}),
	"our origin as a prefix": (origin) => ({ origin: `${origin}.evil.example` }),
	"our origin as a path": (origin) => ({ origin: `${origin}/` }),
	"two origins": (origin) => ({ origin: [origin, "http://evil.example"] }),
	"another referer": () => ({ referer: "http://evil.example/home" }),
	"our origin in the referer's user": (origin) => ({ referer: `${origin}@evil.example/home` }),
	"our origin in the referer's query": (origin) => ({ referer: `http://evil.example/?${origin}/home` }),
	"a malformed referer": () => ({ referer: "localhost" }),
	"a forged host": () => ({ origin: "http://evil.example", "x-forwarded-host": "evil.example" }),
};

describe.each(Object.entries(foreign))("a form with %s", (_name, shape) => {
	test(`is refused on all ${paths.length} paths and changes nothing`, async () => {
		// Compares the database's rows instead of its file, because a checkpoint of the write-ahead log changes the file
		// too.
		const databases = [server.databasePath, withAddress.databasePath];
		const before = databases.map(dump);
		for (const [origin, host] of [
			[server.origin, new URL(server.origin).host],
			[withAddress.origin, "relevo.ejemplo.ar"],
		] as const) {
			const expected = origin === server.origin ? origin : address;
			for (const path of paths) {
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

describe("a form of this site is accepted with", () => {
	const own: Readonly<Record<string, Shape>> = {
		"the same origin": () => ({ "sec-fetch-site": "same-origin" }),
		"the same origin, and Origin": (origin) => ({ "sec-fetch-site": "same-origin", origin }),
		"Origin only": (origin) => ({ origin }),
		"Origin and Referer": (origin) => ({ origin, referer: `${origin}/home` }),
		"Referer only": (origin) => ({ referer: `${origin}/home?inicio=1` }),
		"the same origin, and no Origin (null)": () => ({ "sec-fetch-site": "same-origin", origin: "null" }),
	};
	test.each(Object.entries(own))("%s", async (_name, shape) => {
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

	test("the origin of a private network, when no address is configured", async () => {
		const headers = { host: "192.168.1.5:8080", origin: "http://192.168.1.5:8080", ...urlencoded };
		const response = await send(server.origin, "/cookies", { method: "POST", headers, body: cookies });
		expect(response.status).toBe(303);
		const other = { ...headers, origin: "http://192.168.1.6:8080" };
		expect(
			(await send(server.origin, "/cookies", { method: "POST", headers: other, body: cookies })).status,
		).toBe(403);
	});
});
