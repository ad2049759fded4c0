import { createElement } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { AddPasskey } from "~/features/auth/passkeys/add-passkey";
import { PasskeySignIn } from "~/features/auth/passkeys/passkey-sign-in";
import { NewAddress } from "~/features/calendars/feed-forms";
import { SharePdf } from "~/features/documents/share-pdf";
import { PushHere } from "~/features/notices/push-here";
import { htmlOf } from "../../support/browser/render-part";
import { seenOf } from "../../support/texts/seen-of";

// What a living page shows at first depends on what its browser can do. A browser reads the second state, a server the third.
vi.mock("react", async (original) => ({
	...(await original<typeof import("react")>()),
	useSyncExternalStore: (_: unknown, inBrowser: () => unknown) => inBrowser(),
}));
afterEach(() => vi.unstubAllGlobals());

const seen = async (...part: Parameters<typeof htmlOf>) => seenOf(await htmlOf(...part));
const browser = (window: object, navigator: object = {}) => {
	vi.stubGlobal("window", window);
	vi.stubGlobal("navigator", navigator);
};

test("passkeys are added with the password, if there is one, where the browser knows them", async () => {
	const add = (hasPassword: boolean) =>
		seen(createElement(AddPasskey, { email: "a@b.c", hasPassword, proposedName: "Mi iPhone" }));
	browser({});
	expect(await add(true)).toBe(
		"En este navegador no se pueden agregar. Probá con otro más nuevo, o seguí usando tu contraseña.",
	);
	browser({ PublicKeyCredential: {} });
	expect(await add(true)).toMatch(/«Mi iPhone» Tu contraseña .*Agregar en este equipo$/);
	expect(await add(false)).toMatch(/«Mi iPhone» Agregar en este equipo$/);
});

test("the sign-in with a passkey keeps where one wanted to go, where the browser knows them", async () => {
	const signIn = (redirectTo?: string) => seen(createElement(PasskeySignIn, { redirectTo }));
	browser({});
	expect(await signIn("/my-shift")).toBe("");
	browser({ PublicKeyCredential: {} });
	expect(await signIn("/my-shift")).toBe("o {passkey=} {redirectTo=/my-shift} Ingresar con huella o cara");
	expect(await signIn()).toBe("o {passkey=} Ingresar con huella o cara");
});

test("notices begin where the browser can receive them, and end where they have begun", async () => {
	const push = (more: object = {}) => seen(createElement(PushHere, { isIphone: false, ...more }));
	browser({ PushManager: 1, Notification: 1 });
	expect(await push()).toBe("Este navegador no puede recibir avisos.");
	expect(await push({ isIphone: true })).toMatch(/^En el iPhone hay avisos desde iOS 16\.4/);
	browser({ PushManager: 1, Notification: 1 }, { serviceWorker: 1 });
	expect(await push()).toBe("Todavía no te avisamos acá. Avisarme en este equipo");
	expect(await push({ known: { endpoint: "e", session: "s" } })).toMatch(
		/^Acá te avisamos, .* No avisarme más acá$/,
	);
});

test("a document is shared where the browser shares files", async () => {
	const share = () => seen(createElement(SharePdf, { address: "/a.pdf", title: "Carnet" }));
	browser({});
	expect(await share()).toBe("");
	browser({}, { canShare: () => false });
	expect(await share()).toBe("");
	browser({}, { canShare: ({ files }: { files: File[] }) => files[0]?.type === "application/pdf" });
	expect(await share()).toBe("Compartir");
});

test("an address is copied where the browser has a clipboard", async () => {
	const address = () => seen(createElement(NewAddress, { address: "https://r.ar/s", isAndroid: true }));
	browser({});
	expect(await address()).toMatch(/«https:\/\/r\.ar\/s»$/);
	browser({}, { clipboard: {} });
	expect(await address()).toMatch(/ Copiar$/);
});

test("no part begins with an alarm", async () => {
	browser({ PublicKeyCredential: {}, PushManager: 1, Notification: 1 }, { serviceWorker: 1 });
	for (const part of [
		createElement(AddPasskey, { email: "a@b.c", hasPassword: true, proposedName: "Mi iPhone" }),
		createElement(PasskeySignIn, {}),
		createElement(PushHere, { isIphone: false }),
	])
		expect(await htmlOf(part)).not.toContain('role="alert"');
});
