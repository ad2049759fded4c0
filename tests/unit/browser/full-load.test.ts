import { afterEach, expect, test, vi } from "vitest";
import { fallBackToFullLoad } from "~/browser/full-load";

afterEach(() => vi.unstubAllGlobals());

const THERE = "data:text/javascript,export{}";
const unsent = { unsent: "No." };
const page = { Component: "page" };

/** A route whose script is at `address`, loaded while the router does something; its server answers with `status`. */
function routeAt(address: string, state = "idle", status?: number) {
	const lazy = async (): Promise<{ Component?: string; action?: () => object }> => page;
	const route = { id: "a", lazy, action: undefined as unknown };
	const plain = { id: "b" };
	const left = vi.fn();
	vi.stubGlobal("location", { assign: left });
	vi.stubGlobal("fetch", async () => {
		if (status === undefined) throw new TypeError("no signal");
		return new Response(null, { status });
	});
	vi.stubGlobal("window", {
		__remixRouter: {
			routes: [{ children: [route, plain] }],
			state: { navigation: { state, location: { pathname: "/b", search: "?c=1", hash: "#d" } } },
		},
		__remixManifest: { routes: { a: { module: address } } },
	});
	fallBackToFullLoad(unsent);
	expect(plain).toEqual({ id: "b" });
	return { route, left };
}

test.each([
	["comes", THERE, "loading", undefined],
	["is missing, while a form is on its way", "/none.js", "submitting", undefined],
	["is missing on the server", "/none.js", "idle", 404],
])("a page whose script %s is loaded by Remix", async (_, address, state, status) => {
	const { route, left } = routeAt(address, state, status);
	expect(await route.lazy()).toBe(page);
	expect(left).not.toHaveBeenCalled();
});

test("a page whose script does not come is opened as a document", async () => {
	const { route, left } = routeAt("/none.js", "loading");
	void route.lazy();
	await vi.waitFor(() => expect(left).toHaveBeenCalledWith("/b?c=1#d"));
});

test.each([undefined, 500])(
	"a form whose script does not come was not sent, and asks for it again: %s",
	async (status) => {
		const { route } = routeAt("/none.js", "idle", status);
		const { lazy } = route;
		const { action } = await lazy();
		Object.assign(route, { lazy: undefined, action });
		expect(action?.()).toBe(unsent);
		expect([route.lazy, route.action]).toEqual([lazy, undefined]);
	},
);

test("a page that knows no routes stays as it is", () => {
	vi.stubGlobal("window", { __remixRouter: { routes: [] }, __remixManifest: { routes: {} } });
	expect(() => fallBackToFullLoad(unsent)).not.toThrow();
});
