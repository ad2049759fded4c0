import { afterEach, beforeEach, expect, test, vi } from "vitest";

const here = { pathname: "/a", search: "", hash: "" };
const there = { pathname: "/b", search: "?c=1", hash: "#d" };

/** A page of version 1 that shows `shown`, perhaps on its way to another page. */
async function pageOf(shown: object, next?: object) {
	const state = { location: here, navigation: { location: next }, loaderData: { root: shown } };
	vi.stubGlobal("window", { __remixManifest: { version: "1" }, __remixRouter: { state } });
	const left = vi.fn();
	vi.stubGlobal("location", { assign: left });
	return { ...(await import("~/browser/other-build")), left, state };
}

const kept = new Map<string, string>();
beforeEach(() => {
	vi.resetModules();
	kept.clear();
	vi.stubGlobal("sessionStorage", {
		getItem: (name: string) => kept.get(name) ?? null,
		setItem: (name: string, text: string) => kept.set(name, text),
		removeItem: (name: string) => kept.delete(name),
	});
});
afterEach(() => vi.unstubAllGlobals());

const noSignal = () => Promise.reject(new Error("no signal"));
const toast = { text: "Listo." };

test.each<[string, { version?: string } | undefined, object | undefined, boolean]>([
	["its own build", undefined, there, false],
	["a server that says no version", {}, there, false],
	["the same build", { version: "1" }, there, false],
	["another build, without going anywhere", { version: "2" }, undefined, false],
	["another build, on the way to the same page", { version: "2" }, { ...there, pathname: "/a" }, false],
	["another build, on the way to another page", { version: "2" }, there, true],
])("a page with data of %s", async (_, data, next, isLeft) => {
	const { loadFrame, isOtherBuild, left } = await pageOf({ session: 1 }, next);
	const loading = loadFrame(async () => ({ ...data, session: 2 }));
	if (isLeft) await vi.waitFor(() => expect(left).toHaveBeenCalledWith("/b?c=1#d"));
	else expect(await loading).toMatchObject({ session: 2 });
	expect(left).toHaveBeenCalledTimes(isLeft ? 1 : 0);
	expect(isOtherBuild(data)).toBe(data?.version === "2");
});

test("a toast that comes with another build waits for the page of that build, which shows it once", async () => {
	const { loadFrame, takeMessage, left } = await pageOf({}, there);
	void loadFrame(async () => ({ version: "2" }));
	await vi.waitFor(() => expect(left).toHaveBeenCalled());
	expect(takeMessage()).toBeUndefined();
	void loadFrame(async () => ({ version: "2", toast }));
	await vi.waitFor(() => expect(left).toHaveBeenCalledTimes(2));
	expect([takeMessage(), takeMessage()]).toEqual([toast, undefined]);
});

test("a browser that keeps nothing shows no toast of another page, and goes on", async () => {
	const { loadFrame, takeMessage, left } = await pageOf({}, there);
	vi.stubGlobal("sessionStorage", undefined);
	void loadFrame(async () => ({ version: "2", toast }));
	await vi.waitFor(() => expect(left).toHaveBeenCalled());
	expect(takeMessage()).toBeUndefined();
});

test("without an answer a page keeps what it shows", async () => {
	const { loadFrame } = await pageOf({ session: 1, toast });
	expect(await loadFrame(noSignal)).toEqual({ session: 1, toast: undefined });
});

test("a toast whose page was left before it was shown comes with the next page; one that was shown does not", async () => {
	const { loadFrame, state } = await pageOf({}, there);
	const nothing = async () => ({ version: "1" });
	await loadFrame(async () => ({ version: "1", toast }));
	expect(await loadFrame(noSignal)).toEqual({ toast });
	expect(await loadFrame(nothing)).toEqual({ version: "1", toast });
	state.loaderData.root = { toast };
	expect(await loadFrame(nothing)).toEqual({ version: "1", toast: undefined });
});

test.each([
	["has data", async () => "new", "old", "new"],
	["has no signal", noSignal, "old", "old"],
	["fails", () => Promise.reject(new Response("", { status: 500 })), "old", "old"],
	["sends elsewhere", () => Promise.reject(new Response("", { status: 302 })), "old", undefined],
	["refuses", () => Promise.reject(new Response("", { status: 499 })), "old", undefined],
	["has no signal, and nothing to show", noSignal, undefined, undefined],
])("a server that %s", async (_, fetchData, shown, data) => {
	const { loadOrReuse } = await pageOf({ shown });
	const loading = loadOrReuse<unknown>(fetchData, shown ? "root" : "page");
	if (data) expect(await loading).toEqual(data === "old" ? { shown } : data);
	else await expect(loading).rejects.toBeDefined();
});
