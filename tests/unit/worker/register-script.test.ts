import { afterEach, expect, test, vi } from "vitest";

/** The script of public pages, on a page with the offer to keep them. */
async function runScript(connection: object, controller?: object) {
	const active = { postMessage: vi.fn() };
	const register = vi.fn(async () => ({ active }));
	const button = { onclick: () => {} };
	const offer = { hidden: true, querySelector: () => button };
	vi.stubGlobal("navigator", { connection, serviceWorker: { register, controller, addEventListener() {} } });
	vi.stubGlobal("document", { readyState: "complete", getElementById: () => offer });
	vi.stubGlobal("addEventListener", () => {});
	vi.resetModules();
	await import("~/worker/register");
	return { register, offer, button, hello: active.postMessage };
}

afterEach(() => {
	vi.unstubAllGlobals();
});

test("the worker is registered at once", async () => {
	const { register } = await runScript({ saveData: false, effectiveType: "4g" });
	expect(register).toHaveBeenCalledWith("/sw.js");
});

test("the worker is greeted once, also by a page that came without it", async () => {
	const { hello } = await runScript({});
	await vi.waitFor(() => expect(hello).toHaveBeenCalledWith("hello"));
	const controller = { postMessage: vi.fn() };
	const { hello: helloAgain } = await runScript({}, controller);
	await Promise.resolve();
	expect(controller.postMessage).toHaveBeenCalledTimes(1);
	expect(helloAgain).not.toHaveBeenCalled();
});

test.each([{ saveData: true }, { effectiveType: "2g" }, { effectiveType: "slow-2g" }])(
	"with %o it is registered only when asked for",
	async (connection) => {
		const { register, offer, button } = await runScript(connection);
		expect(register).not.toHaveBeenCalled();
		expect(offer.hidden).toBe(false);
		button.onclick();
		expect(register).toHaveBeenCalledWith("/sw.js");
		expect(offer.hidden).toBe(true);
	},
);
