import { afterEach, beforeEach, expect, test, vi } from "vitest";

const here = { pathname: "/a", search: "", hash: "" };
const there = { pathname: "/b", search: "?c=1", hash: "#d" };

/** The link to the styles: those that have come, that have failed, or that are still on their way and then come or fail. */
const styles = {
	here: { sheet: {}, hasAttribute: () => false },
	failed: { sheet: {}, hasAttribute: () => true },
	coming: (end: string) => ({
		sheet: null,
		hasAttribute: () => false,
		addEventListener: (type: string, listener: () => void) => type === end && queueMicrotask(listener),
	}),
};

/** A page of version 1 that shows `shown`, perhaps on its way to another page. */
async function pageOf(shown: object, next?: object, link: object | null = null) {
	const state = { location: here, navigation: { location: next }, loaderData: { root: shown } };
	vi.stubGlobal("window", { __remixManifest: { version: "1" }, __remixRouter: { state } });
	vi.stubGlobal("document", { querySelector: () => link });
	const left = vi.fn();
	const leaving = new Promise((resolve) => left.mockImplementation(resolve));
	vi.stubGlobal("location", { assign: left });
	return { ...(await import("~/browser/other-build")), left, leaving, state };
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
	const { loadFrame, isOtherBuild, leaving } = await pageOf({ session: 1 }, next);
	const loading = loadFrame(async () => ({ ...data, session: 2 }));
	// A page that is left waits for ever.
	expect(await Promise.race([loading, leaving])).toEqual(isLeft ? "/b?c=1#d" : { ...data, session: 2 });
	expect(isOtherBuild(data)).toBe(data?.version === "2");
});

test.each([
	["have come", styles.here, there, false],
	["have failed", styles.failed, there, true],
	["have failed, without going anywhere", styles.failed, undefined, false],
	["come now", styles.coming("load"), there, false],
	["fail now", styles.coming("error"), there, true],
])("a page whose styles %s", async (_, link, next, isLeft) => {
	const { loadFrame, leaving } = await pageOf({}, next, link);
	const loading = loadFrame(async () => ({ version: "1" }));
	expect(await Promise.race([loading, leaving])).toEqual(isLeft ? "/b?c=1#d" : { version: "1" });
});

test("whoever goes elsewhere while the styles of a page are on their way is not brought to that page", async () => {
	const link = {
		...styles.coming("error"),
		addEventListener(type: string, listener: () => void): void {
			page.state.navigation = { location: here };
			if (type === "error") listener();
		},
	};
	const page = await pageOf({}, there, link);
	const loading = page.loadFrame(async () => ({ version: "1" }));
	expect(await Promise.race([loading, page.leaving])).toEqual({ version: "1" });
});

test("a toast that has arrived waits for the next page, also one of another build, which shows it once", async () => {
	const { loadFrame, takeMessage, leaving } = await pageOf({}, there);
	expect(takeMessage()).toBeUndefined();
	void loadFrame(async () => ({ version: "2", toast }));
	await leaving;
	expect([takeMessage(), takeMessage()]).toEqual([toast, undefined]);
	expect(await loadFrame(async () => ({ version: "1", toast }))).toEqual({ version: "1", toast });
	expect([takeMessage(), takeMessage()]).toEqual([toast, undefined]);
	await loadFrame(async () => ({ version: "1", toast }));
	vi.spyOn(Date, "now").mockReturnValueOnce(Date.now() + 60_000);
	expect(takeMessage()).toBeUndefined();
});

test("a browser that keeps nothing shows no toast of another page, and goes on", async () => {
	const { loadFrame, takeMessage, leaving } = await pageOf({}, there);
	vi.stubGlobal("sessionStorage", undefined);
	void loadFrame(async () => ({ version: "2", toast }));
	expect(await leaving).toBe("/b?c=1#d");
	expect(takeMessage()).toBeUndefined();
});

test("without an answer a page keeps what it shows, but its toast", async () => {
	const { loadFrame } = await pageOf({ session: 1, toast });
	expect(await loadFrame(noSignal)).toEqual({ session: 1, toast: undefined });
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
