import { Socket } from "node:net";
import { expect, test } from "vitest";
import { clientAddress } from "~/gate/request/client-address.server";
import { send } from "../support/server/http-client";
import { patchedBuild } from "../support/server/patched-build";
import { startServer } from "../support/server/server";

/** The address by which attempts are counted. */
const cases: [hops: number, socket: string, forwarded: string | string[] | undefined, address: string][] = [
	[0, "198.51.100.7", undefined, "198.51.100.7"],
	[0, "198.51.100.7", "203.0.113.1", "198.51.100.7"],
	[1, "172.18.0.2", "203.0.113.1", "203.0.113.1"],
	[1, "172.18.0.2", "6.6.6.6, 203.0.113.1", "203.0.113.1"],
	[1, "172.18.0.2", "6.6.6.6,5.5.5.5,  203.0.113.1  ", "203.0.113.1"],
	[1, "172.18.0.2", ["6.6.6.6", "203.0.113.1"], "203.0.113.1"],
	[2, "172.18.0.2", "6.6.6.6, 203.0.113.1, 10.0.0.1", "203.0.113.1"],
	[2, "172.18.0.2", "203.0.113.1", "172.18.0.2"],
	[1, "172.18.0.2", undefined, "172.18.0.2"],
	[1, "172.18.0.2", "", "172.18.0.2"],
	[1, "172.18.0.2", "6.6.6.6,", "172.18.0.2"],
	[1, "172.18.0.2", "unknown", "172.18.0.2"],
	[1, "172.18.0.2", "203.0.113.1:4711", "172.18.0.2"],
	[1, "172.18.0.2", "203.0.113.256", "172.18.0.2"],
	[1, "172.18.0.2", "0x7f.1", "172.18.0.2"],
	[1, "172.18.0.2", "<script>", "172.18.0.2"],
	[0, "::ffff:198.51.100.7", undefined, "198.51.100.7"],
	[0, "::FFFF:198.51.100.7", undefined, "198.51.100.7"],
	[0, "::1", undefined, "0:0:0:0::/64"],
	[0, "2001:db8:1:2:3:4:5:6", undefined, "2001:db8:1:2::/64"],
	[0, "2001:db8:1:2::9", undefined, "2001:db8:1:2::/64"],
	[0, "2001:0DB8:0001:0002::9", undefined, "2001:db8:1:2::/64"],
	[0, "2001:db8::9", undefined, "2001:db8:0:0::/64"],
	[0, "2001::1:2:3:4:5", undefined, "2001:0:0:1::/64"],
	[0, "fe80::1%eth0", undefined, "fe80:0:0:0::/64"],
	[1, "172.18.0.2", "2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"],
];

test.each(cases)("%i proxies, socket %s, header %j: %s", (hops, remoteAddress, forwarded, address) => {
	const socket = Object.defineProperty(new Socket(), "remoteAddress", { value: remoteAddress });
	expect(clientAddress({ headers: { "x-forwarded-for": forwarded as string }, socket }, hops)).toBe(address);
});

test("an address that a visitor claims reaches no route", async () => {
	// The health check of this build says what it was told.
	const build = patchedBuild([
		/async function loader(\d*)\(\) \{(?=\s+let \{ problem, warnings \} = await checkHealth\(\))/,
		"async function loader$1({ request }) { return new Response(JSON.stringify(Object.fromEntries(request.headers)));",
	]);
	const claims = {
		"x-relevo-client": "6.6.6.6",
		"x-relevo-request": "mine",
		"X-Relevo-Client": "7.7.7.7",
		"x-forwarded-for": "5.5.5.5",
		"x-forwarded-host": "evil.example",
		forwarded: "for=4.4.4.4",
		origin: "http://evil.example",
	};
	const server = await startServer({}, build);
	for (let visit = 0; visit < 200; visit++) {
		const headers = { ...claims, "x-forwarded-for": `5.5.${visit}.5` };
		const told = JSON.parse((await send(server.origin, "/healthcheck", { headers })).text);
		expect(told["x-relevo-client"]).toBe("127.0.0.1");
		expect(told["x-relevo-request"]).toMatch(/^[0-9a-f-]{36}$/);
		expect(Object.keys(told).filter((name) => /forwarded|origin/.test(name))).toEqual([]);
	}
	await server.stop();
	const behindProxy = await startServer({ TRUST_PROXY_HOPS: "1" }, build);
	const told = JSON.parse((await send(behindProxy.origin, "/healthcheck", { headers: claims })).text);
	expect(told["x-relevo-client"]).toBe("5.5.5.5");
	await behindProxy.stop();
});
