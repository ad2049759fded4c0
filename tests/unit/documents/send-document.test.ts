import { afterEach, expect, test, vi } from "vitest";
import { revalidateWhenPublished, sendDocument } from "~/features/documents/send-document";
import { rememberForm } from "~/ui/forms/send-form";

afterEach(() => vi.unstubAllGlobals());

const NO_SIGNAL = "No se pudo enviar: parece que no hay señal.";
const NOT_NOW = "No se pudo enviar: el servidor no puede atenderte ahora.";

/**
 * Sends the form of a document, whose sending throws `thrown`, on a phone with or without room for photos.
 * @returns the answer, or "as a document" when the browser sends the form itself
 */
async function send(thrown: unknown, { id = "doc", takesPhotos = true, intent = "" } = {}): Promise<unknown> {
	let submit = () => {};
	const sentAsDocument = new Promise<string>((resolve) => {
		submit = () => resolve("as a document");
	});
	const form = { id: "doc", isConnected: true };
	vi.stubGlobal("HTMLFormElement", { prototype: { submit } });
	vi.stubGlobal("document", { forms: { namedItem: (name: string) => (name === "doc" ? form : null) } });
	vi.stubGlobal("window", { __remixRouter: { state: { actionData: null } } });
	vi.stubGlobal("navigator", { serviceWorker: { controller: {} } });
	vi.stubGlobal("fetch", () => Promise.resolve(new Response(null, { status: takesPhotos ? 204 : 404 })));
	rememberForm(Object.assign(form, { id }) as HTMLFormElement);
	const body = new FormData();
	body.append("intent", intent);
	const request = new Request("http://localhost/", { method: "POST", body });
	const serverAction = () => Promise.reject(thrown);
	return Promise.race([sendDocument({ request, params: {}, serverAction }), sentAsDocument]);
}

test("a document without signal goes to the service worker of a phone that takes photos, else it stays", async () => {
	const offline = new TypeError("Failed to fetch");
	expect(await send(offline)).toBe("as a document");
	expect(await send(offline, { takesPhotos: false })).toEqual({ unsent: NO_SIGNAL, form: "doc" });
	expect(await send(offline, { id: "otro" })).toEqual({ unsent: NO_SIGNAL, form: "otro" });
	expect(await send(new Error())).toEqual({ unsent: NOT_NOW, form: "doc" });
	expect(await send(offline, { intent: "images" })).toBeNull();
});

test("the page is read again after a document is saved, not after its photo is removed", () => {
	const asked = (intent: string, actionStatus = 200) => {
		const formData = new FormData();
		formData.append("intent", intent);
		const url = new URL("http://localhost/");
		return revalidateWhenPublished({
			formData,
			actionStatus,
			actionResult: {},
			defaultShouldRevalidate: true,
			currentUrl: url,
			nextUrl: url,
			currentParams: {},
			nextParams: {},
		});
	};
	expect([asked(""), asked("images"), asked("", 400)]).toEqual([true, false, false]);
});
