import { afterEach, expect, test, vi } from "vitest";

interface Page {
	connection?: object;
	controller?: object;
	/** Ids of the offers that the page has. */
	offers?: readonly string[];
	hasWorker?: boolean;
	/** What the browser has kept; undefined if it keeps nothing. */
	kept?: Map<string, string>;
}

/** The script of public pages, on a page with the offers to keep them and to install the app. */
async function runScript(page: Page) {
	const { connection = {}, controller, offers = ["guardar", "instalar"], hasWorker = true, kept } = page;
	const active = { postMessage: vi.fn() };
	const register = vi.fn(async () => ({ active }));
	const parts = offers.map((id) => {
		const button = { onclick: () => {} };
		return { id, hidden: true, button, querySelector: () => button };
	});
	const serviceWorker = hasWorker ? { register, controller, addEventListener() {} } : undefined;
	vi.stubGlobal("navigator", { connection, serviceWorker });
	const getElementById = (id: string) => parts.find((part) => part.id === id) ?? null;
	vi.stubGlobal("document", { readyState: "complete", getElementById, addEventListener() {} });
	const storage = {
		getItem: (name: string) => kept?.get(name) ?? null,
		setItem: (name: string, text: string) => kept?.set(name, text),
	};
	vi.stubGlobal("localStorage", kept && storage);
	const listeners = new Map<string, (event: object) => void>();
	vi.stubGlobal("addEventListener", (type: string, listener: () => void) => listeners.set(type, listener));
	vi.resetModules();
	await import("~/worker/register");
	const prompt = vi.fn();
	const proposeApp = () => listeners.get("beforeinstallprompt")?.({ prompt });
	const [keep, install] = parts;
	return { register, keep, install, hello: active.postMessage, prompt, proposeApp };
}

afterEach(() => {
	vi.unstubAllGlobals();
});

test("the worker is registered at once", async () => {
	const { register } = await runScript({ connection: { saveData: false, effectiveType: "4g" } });
	expect(register).toHaveBeenCalledWith("/sw.js");
});

test("the worker is greeted once, also by a page that came without it", async () => {
	const { hello } = await runScript({});
	await vi.waitFor(() => expect(hello).toHaveBeenCalledWith("hello"));
	const controller = { postMessage: vi.fn() };
	const { hello: helloAgain } = await runScript({ controller });
	await Promise.resolve();
	expect(controller.postMessage).toHaveBeenCalledTimes(1);
	expect(helloAgain).not.toHaveBeenCalled();
});

test.each([{ saveData: true }, { effectiveType: "2g" }, { effectiveType: "slow-2g" }])(
	"with %o it is registered only when asked for",
	async (connection) => {
		const { register, keep } = await runScript({ connection });
		expect(register).not.toHaveBeenCalled();
		expect(keep?.hidden).toBe(false);
		keep?.button.onclick();
		expect(register).toHaveBeenCalledWith("/sw.js");
		expect(keep?.hidden).toBe(true);
	},
);

test.each<[Page, string]>([
	[{ hasWorker: false, connection: { saveData: true } }, "who saves data, in a browser without workers"],
	[{}, "who does not save data"],
])("%o: keeping is not offered to somebody %s", async (page) => {
	expect((await runScript(page)).keep?.hidden).toBe(true);
});

test("the app is offered once to each browser, and installed when the button is touched", async () => {
	const kept = new Map<string, string>();
	const { install, keep, prompt, proposeApp } = await runScript({ kept });
	expect(install?.hidden).toBe(true);
	proposeApp();
	expect([install?.hidden, keep?.hidden]).toEqual([false, true]);
	expect(prompt).not.toHaveBeenCalled();
	install?.button.onclick();
	expect(prompt).toHaveBeenCalledOnce();
	expect(install?.hidden).toBe(true);
	const next = await runScript({ kept });
	next.proposeApp();
	expect(next.install?.hidden).toBe(true);
});

test("a browser that keeps nothing is not offered the app, which would be offered again and again", async () => {
	const { install, proposeApp } = await runScript({});
	proposeApp();
	expect(install?.hidden).toBe(true);
});

test("a page without the offer of the app does not count as one that has made it", async () => {
	const kept = new Map<string, string>();
	(await runScript({ kept, offers: [] })).proposeApp();
	expect(kept.size).toBe(0);
});
