import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { newVisit } from "~/gate/request/new-visit.server";
import type { RouteFinder } from "~/gate/request/route-patterns.server";

const findRoute: RouteFinder = (path) =>
	path === "/auth/login" ? { id: "login", pattern: path, handle: { hydrate: true } } : undefined;

function visit(url: string, headers: Record<string, string> = {}) {
	return newVisit(Object.assign(new IncomingMessage(new Socket()), { url, headers }), findRoute);
}

afterEach(() => vi.useRealTimers());

describe("an address of a request", () => {
	test.each([
		["/", "/", ""],
		["/auth/%C3%B1and%C3%BA?x=%", "/auth/%C3%B1and%C3%BA?x=%", "/auth/ñandú"],
		["/AUTH/Login//?redirectTo=//otra.example", "/AUTH/Login//?redirectTo=//otra.example", "/auth/login"],
		["/%61uth/login", "/%61uth/login", "/auth/login"],
		["/%2F%2Fotra.example", "/%2F%2Fotra.example", "///otra.example"],
	])("%s is of this site", (address, own, routePath) => {
		const { isOwnAddress, context } = visit(address);
		expect(isOwnAddress).toBe(true);
		expect(context.url.pathname + context.url.search).toBe(own);
		expect(context.routePath).toBe(routePath);
	});

	test.each([
		"//otra.example/",
		"/\\otra.example",
		"/%5Cotra.example",
		"/.//otra.example",
		"http://otra.example/",
		"http://localhost:3000/auth/login",
		"*",
		"/%",
		"/%C3",
		"/%2F%C3",
	])("%s is not, and counts as the first page", (address) => {
		const { isOwnAddress, context, handle } = visit(address);
		expect(isOwnAddress).toBe(false);
		expect([context.url.pathname, context.routePath, context.isData]).toEqual(["/", "", false]);
		expect(handle).toEqual({});
	});

	test("brings what its route says of itself", () => {
		expect(visit("/AUTH/login/").handle).toEqual({ hydrate: true });
		expect(visit("/auth/logins").handle).toEqual({});
	});

	test.each([
		["/auth/login?a=1&_data=root", true, "?a=1"],
		["/auth/login?_data", true, ""],
		["//otra.example?_data=root", true, ""],
		["/auth/login?a=_data", false, "?a=_data"],
		["/auth/_data=x", false, ""],
		["_data=x", false, ""],
	])("%s asks for data: %s", (address, isData, search) => {
		const { context } = visit(address);
		expect([context.isData, context.url.search]).toEqual([isData, search]);
	});
});

test.each<[object, Record<string, string>]>([
	[{}, {}],
	[{ isCopy: true }, { "relevo-copy": "1" }],
	[{}, { "relevo-person": "corta", "relevo-age": "1" }],
	[{ isCopy: true }, { "relevo-person": "doce-y-uno-mas", "relevo-copy": "1" }],
	[{ resend: { person: "una-persona_", firstSentAt: 99_000 } }, { "relevo-age": "1000" }],
	[{ resend: { person: "una-persona_", firstSentAt: 100_000 } }, {}],
	[{ resend: { person: "una-persona_", firstSentAt: 100_000 } }, { "relevo-age": "-5" }],
	[{ resend: { person: "una-persona_", firstSentAt: 100_000 } }, { "relevo-age": "1".repeat(13) }],
	[{ resend: { person: "una-persona_", firstSentAt: 100_000 } }, { "relevo-copy": "1" }],
])("the facts %o of the service worker come from %o", (facts, headers) => {
	vi.useFakeTimers({ now: 100_000 });
	const { resend, isCopy } = visit("/", {
		...("resend" in facts && { "relevo-person": "una-persona_" }),
		...headers,
	}).context;
	expect({ resend, isCopy }).toEqual(facts);
});
