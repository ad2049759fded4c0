import { afterEach, expect, test, vi } from "vitest";

/** The script of public pages, on a page with the offer to keep them. */
async function runScript(connection: object) {
	const register = vi.fn(async () => undefined);
	const button = { onclick: () => {} };
	const offer = { hidden: true, querySelector: () => button };
	vi.stubGlobal("navigator", { connection, serviceWorker: { register, addEventListener() {} } });
	vi.stubGlobal("document", { readyState: "complete", getElementById: () => offer });
	vi.stubGlobal("addEventListener", () => {});
	vi.resetModules();
	await import("~/worker/register");
	return { register, offer, button };
}

afterEach(() => {
	vi.unstubAllGlobals();
});

test("the worker is registered at once", async () => {
	const { register } = await runScript({ saveData: false, effectiveType: "4g" });
	expect(register).toHaveBeenCalledWith("/sw.js");
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
