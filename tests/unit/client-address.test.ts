import { Socket } from "node:net";
import { expect, test } from "vitest";
import { clientAddress } from "~/gate/request/new-visit.server";
import { siteOf } from "~/lib/http/site-of-address.server";

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
	[1, "172.18.0.2", "2001:db8:1:2:3:4:5:6%a:b", "2001:db8:1:2::/64"],
	[1, "172.18.0.2", "2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"],
];

test.each(cases)("%i proxies, socket %s, header %j: %s", (hops, remoteAddress, forwarded, address) => {
	const socket = Object.defineProperty(new Socket(), "remoteAddress", { value: remoteAddress });
	expect(clientAddress({ headers: { "x-forwarded-for": forwarded as string }, socket }, hops)).toBe(address);
});

test.each([
	["198.51.100.7", "198.51.100"],
	["2001:db8:1:2::/64", "2001:db8:1"],
	["0:0:0:0::/64", "0:0:0"],
	["", ""],
])("the site of %s is %s", (address, site) => {
	expect(siteOf(address)).toBe(site);
});
