import { afterEach, expect, test, vi } from "vitest";
import { phoneTakesPhotos, TEST_BYTES } from "~/browser/phone-takes-photos";
import { registerWorker } from "~/browser/register-worker";

afterEach(() => vi.unstubAllGlobals());

class Shown {
	readonly dataset: { waiting?: string } = {};
	constructor(readonly textContent: string) {}
}

/** A page with a bar, and a worker that says something to it. */
function pageWith(more: Shown | null, controller: object | null = { postMessage() {} }) {
	const listeners = new Map<string, (event: object) => unknown>();
	const register = async () => ({});
	const addEventListener = (type: string, listener: () => void) => listeners.set(type, listener);
	vi.stubGlobal("HTMLElement", Shown);
	vi.stubGlobal("addEventListener", addEventListener);
	vi.stubGlobal("document", { querySelector: () => more });
	vi.stubGlobal("navigator", { serviceWorker: { controller, register, addEventListener } });
	registerWorker();
	return listeners;
}

test.each([
	["a page without the number", new Shown("Más"), "·2"],
	["a page into which the worker has written it", new Shown("Más·2"), undefined],
	["a page without a bar", null, undefined],
])("%s shows how many forms wait: %#", (_, more, waiting) => {
	pageWith(more).get("message")?.({ data: 2 });
	expect(more?.dataset.waiting).toBe(waiting);
});

test("a worker hears of the page, of its own beginning, and of the signal", () => {
	const postMessage = vi.fn();
	const listeners = pageWith(null, { postMessage });
	listeners.get("controllerchange")?.({});
	listeners.get("online")?.({});
	expect(postMessage.mock.calls).toEqual([["hello"], ["hello"], ["online"]]);
});

test("a browser without workers is left alone", () => {
	vi.stubGlobal("navigator", {});
	expect(registerWorker).not.toThrow();
});

test.each([
	["has got them whole", 204, true],
	["has not", 200, false],
	["does not answer", undefined, false],
])("a worker asked with some bytes whether it gets photos that %s", async (_, status, takes) => {
	const asked: [string, number][] = [];
	vi.stubGlobal("fetch", async (path: string, { body }: { body: FormData }) => {
		const photo = body.get("images");
		asked.push([path, photo instanceof Blob ? photo.size : 0]);
		if (status === undefined) throw new Error("no signal");
		return new Response(null, { status });
	});
	const more = new Shown("Más");
	await pageWith(more).get("message")?.({ data: "photos" });
	expect(more.dataset.waiting).toBeUndefined();
	expect(await phoneTakesPhotos()).toBe(takes);
	expect(asked).toEqual(Array(2).fill(["/on-this-phone", TEST_BYTES]));
	pageWith(null, null);
	expect(await phoneTakesPhotos()).toBe(false);
	expect(asked).toHaveLength(2);
});
