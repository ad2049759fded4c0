import type { LoaderFunction } from "@remix-run/node";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { RouteHandle } from "~/gate/request/route-patterns.server";
import { send } from "../../support/server/http-client";
import { type SmallGate, startSmallGate } from "../../support/server/small-gate";

/**
 * Tests which pages are cached, how long and for whom, in this process alone: another process that writes to the database
 * would empty the cache.
 */

let gate: SmallGate;
let renders: Record<string, number> = {};

/** A page that shows the request's cookie. By default it expires at 18:00 in the plant's time zone. */
function page(cacheKey: RouteHandle["cacheKey"], expires = "Sun, 22 Nov 2026 21:00:00 GMT") {
	return {
		handle: { cacheKey },
		loader({ request }: { request: Request }) {
			const { pathname } = new URL(request.url);
			renders[pathname] = (renders[pathname] ?? 0) + 1;
			return new Response(`${pathname} for ${request.headers.get("Cookie")}, ${renders[pathname]}`, {
				headers: {
					"Cache-Control": "private, no-cache",
					"Content-Type": "text/html",
					...(expires && { Expires: expires }),
				},
			});
		},
	};
}

beforeAll(async () => {
	gate = await startSmallGate({
		home: page(["web", "crew", "phone", "shifts"]),
		"my-shift": page(["shifts"]),
		"my-shift/swap": page(["shifts"], ""),
		about: page([], ""),
		"diagrams/2turnos": page(["own-crew"], ""),
	});
});
afterAll(() => gate.stop());

beforeEach(() => {
	renders = {};
	vi.useFakeTimers({ now: new Date("2026-11-22T20:00:00Z"), toFake: ["Date"] });
	return () => vi.useRealTimers();
});

const ask = (path: string, cookie = "") => send(gate.origin, path, { headers: { cookie } });
const text = async (path: string, cookie?: string) => (await ask(path, cookie)).text;

test.each(["/home", "/my-shift"])(
	"%s is rendered once for all visitors with the same shifts, until its expiry",
	async (path) => {
		const mine = "mine=4turnos_7dias.A";
		expect(await text(path, mine)).toBe(`${path} for ${mine}, 1`);
		expect(await text(path, mine)).toBe(`${path} for ${mine}, 1`);
		vi.setSystemTime("2026-11-22T20:59:59.999Z");
		expect(await text(path, mine)).toBe(`${path} for ${mine}, 1`);
		vi.setSystemTime("2026-11-22T21:00:00.000Z");
		expect(await text(path, mine)).toBe(`${path} for ${mine}, 2`);
	},
);

test("each calendar has its own page, and a malformed calendar has none", async () => {
	const [crew, position] = ["mine=4turnos_7dias.B", "mine=4turnos_7dias.2026-11-16.abc123"];
	for (const cookie of [crew, position, ""]) expect(await text("/home", cookie)).toContain(`for ${cookie}, `);
	expect(await text("/home", "mine=4turnos_7dias.B.x")).toBe(await text("/home"));
	expect(renders["/home"]).toBe(3);
});

test("a diagram's pages have a copy for each calendar of the diagram, and one for all other visitors", async () => {
	const own = "/diagrams/2turnos?crew=A";
	for (const cookie of ["", "mine=4turnos_7dias.A"]) expect(await text(own, cookie)).toMatch(/, 1$/);
	const calendars = ["A", "B", "2026-11-16.abc123", "2026-11-17.abc123"].map((one) => `mine=2turnos.${one}`);
	for (let visit = 0; visit < 2; visit++)
		for (const [index, cookie] of calendars.entries())
			expect(await text(own, cookie)).toBe(`/diagrams/2turnos for ${cookie}, ${index + 2}`);
	expect(await text(own)).toMatch(/, 1$/);
});

test("the Expires header is not sent to browsers, which keep no page that has it, to go back to hours later", async () => {
	for (const [path, kept] of [
		["/my-shift", "private, no-store"],
		["/about", "private, no-cache"],
	] as const)
		for (const cookie of ["mine=2turnos.A", "mine=2turnos.A", "session=abc"]) {
			const { headers } = await ask(path, cookie);
			expect(headers.expires).toBeUndefined();
			expect(headers["cache-control"]).toBe(kept);
		}
});

test("nothing is cached for a visitor with a session, and no page without an Expires header", async () => {
	const session = "mine=3turnos.A; session=abc";
	expect(await text("/my-shift", session)).toMatch(/, 1$/);
	expect(await text("/my-shift", session)).toMatch(/, 2$/);
	expect(await text("/my-shift/swap", "mine=3turnos.A")).toMatch(/, 1$/);
	expect(await text("/my-shift/swap", "mine=3turnos.A")).toMatch(/, 2$/);
});

test("the shifts of a visitor do not change pages that are the same for everybody", async () => {
	expect(await text("/about", "mine=3turnos.B")).toMatch(/, 1$/);
	expect(await text("/about", "mine=3turnos.C")).toMatch(/, 1$/);
});

test("a visitor who invents many shift calendars displaces no other page", async () => {
	await text("/about", "consent=accepted");
	const first = "mine=4turnos_7dias.2026-01-01.a";
	await text("/my-shift", first);
	for (let invented = 0; invented < 250; invented++)
		await text("/my-shift", `mine=4turnos_7dias.2026-01-01.b${invented}`);
	expect(renders["/my-shift"]).toBe(251);
	await text("/my-shift", "mine=4turnos_7dias.2026-01-01.b249");
	expect(renders["/my-shift"]).toBe(251);
	await text("/my-shift", first);
	expect(renders["/my-shift"]).toBe(252);
	expect(await text("/about", "consent=accepted")).toMatch(/, 1$/);
});

test("only routes that say what their pages depend on are cached, whatever their headers", async () => {
	const asked: string[] = [];
	const loader: LoaderFunction = ({ request }) => {
		asked.push(new URL(request.url).pathname);
		return new Response("same", { headers: { "Cache-Control": "private, no-cache" } });
	};
	const shared = ["authors", "pictures/x"];
	const paths = ["auth", "auth/x", "images", "images/x", ...shared];
	const routeOf = (path: string) =>
		shared.includes(path) ? { loader, handle: { cacheKey: [] } } : { loader };
	const small = await startSmallGate(Object.fromEntries(paths.map((path) => [path, routeOf(path)])));
	onTestFinished(small.stop);
	for (let visit = 0; visit < 3; visit++) {
		for (const path of paths) expect((await send(small.origin, `/${path}`)).text).toBe("same");
	}
	const times = (path: string) => asked.filter((other) => other === `/${path}`).length;
	expect(paths.map(times)).toEqual([3, 3, 3, 3, 1, 1]);
});
