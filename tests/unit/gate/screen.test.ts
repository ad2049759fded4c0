import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { RouteFinder } from "~/gate/request/route-patterns.server";
import { foreign, own, postedPaths, type Shape } from "../../support/server/origins";

/**
 * Tables of the Host, Origin, Referer and Sec-Fetch-Site headers by which the gate refuses a request. gate-hosts.test.ts
 * and gate-csrf.test.ts test over the wire that the gate asks for this before anything else.
 */
type Ask = (path: string, headers: Record<string, string>, method?: string) => number | undefined;

const address = "https://relevo.ejemplo.ar";
const host = "relevo.ejemplo.ar";
/** Both return the status of the refusal, if any. */
let withoutAddress: Ask;
let withAddress: Ask;

beforeAll(async () => {
	withoutAddress = await gateWith();
	withAddress = await gateWith(address);
});

async function gateWith(appUrl?: string): Promise<Ask> {
	vi.resetModules();
	vi.stubEnv("APP_URL", appUrl);
	const { newVisit } = await import("~/gate/request/new-visit.server");
	const { screen } = await import("~/gate/request/screen.server");
	vi.unstubAllEnvs();
	return (url, headers, method = "GET") => {
		const headersDistinct = { host: [headers.host ?? ""] };
		const request = Object.assign(new IncomingMessage(new Socket()), {
			method,
			url,
			headers,
			headersDistinct,
		});
		return screen(request, newVisit(request, findRoute))?.status;
	};
}

const findRoute: RouteFinder = (path) =>
	path === "/healthcheck" ? { id: path, pattern: path, handle: { forPrograms: true } } : undefined;

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
		"ejemplo.ar",
		"www.relevo.ejemplo.ar",
		"https://relevo.ejemplo.ar",
		" ",
		"",
	];

	test("is refused when it is neither the configured one nor a private one", () => {
		const accepted = hostile.filter((host) =>
			[withoutAddress, withAddress].some((ask) => ask("/home?inicio=1", { host }) !== 421),
		);
		expect(accepted).toEqual([]);
	});

	test("must be the configured one, or else localhost or a private address", () => {
		const local = [
			"localhost",
			"LOCALHOST:3000",
			"127.0.0.1:1",
			"10.1.2.3",
			"172.16.0.9:80",
			"192.168.1.5:8080",
			"[::1]:3000",
			"[fd12:3456::1]",
			"[fe80::1]",
		];
		const statuses = (ask: Ask, hosts: string[]) => hosts.map((host) => ask("/home", { host }));
		expect(statuses(withoutAddress, local)).toEqual(local.map(() => undefined));
		expect(statuses(withAddress, local)).toEqual(local.map(() => 421));
		expect(statuses(withAddress, [host, "Relevo.Ejemplo.AR"])).toEqual([undefined, undefined]);
		expect(statuses(withoutAddress, [host])).toEqual([421]);
	});

	test("may be any for the health check, and only for it", () => {
		for (const host of ["evil.example", "a b", "10.0.0.1:99999", ""]) {
			expect(withoutAddress("/healthcheck", { host }), host).toBeUndefined();
			expect(withoutAddress("/Healthcheck", { host }), host).toBe(421);
		}
	});
});

describe("a form", () => {
	/** The status for each path, first without a configured address, then with one. */
	const statuses = (shape: Shape) =>
		postedPaths.flatMap((path) => [
			withoutAddress(path, { host: "localhost:3000", ...shape("http://localhost:3000") }, "POST"),
			withAddress(path, { host, ...shape(address) }, "POST"),
		]);

	test.each(Object.entries(foreign))("with %s is refused on every path", (_, shape) => {
		expect(new Set(statuses(shape))).toEqual(new Set([403]));
	});

	test.each(Object.entries(own))("with %s is accepted on every path", (_, shape) => {
		expect(new Set(statuses(shape))).toEqual(new Set([undefined]));
	});

	test("of a private network is accepted when no address is configured", () => {
		const host = "192.168.1.5:8080";
		expect(withoutAddress("/cookies", { host, origin: `http://${host}` }, "POST")).toBeUndefined();
		expect(withoutAddress("/cookies", { host, origin: "http://192.168.1.6:8080" }, "POST")).toBe(403);
	});
});
