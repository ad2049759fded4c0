import { type RegistrationResponseJSON, startRegistration } from "@simplewebauthn/browser";
import { afterEach, expect, test, vi } from "vitest";
import { makePasskey, offersPasskeys } from "~/features/auth/passkeys/ask-passkey";

vi.mock("@simplewebauthn/browser", () => ({ startRegistration: vi.fn() }));
afterEach(() => vi.unstubAllGlobals());

const MADE: RegistrationResponseJSON = {
	id: "k",
	rawId: "k",
	type: "public-key",
	clientExtensionResults: {},
	response: { clientDataJSON: "", attestationObject: "" },
};
const NOT_MADE = "No se hizo ninguna llave. Probá de nuevo, o seguí ingresando como hasta ahora.";

test.each<[string, object, Error | undefined, object]>([
	["is made", { json: async () => ({ options: {} }) }, undefined, { passkey: JSON.stringify(MADE) }],
	["is refused by the server", { json: async () => ({ problem: "No." }) }, undefined, { problem: "No." }],
	[
		"is here already",
		{ json: async () => ({ options: {} }) },
		new DOMException("", "InvalidStateError"),
		{ problem: "Este equipo ya tiene una llave de tu cuenta." },
	],
	[
		"is not wanted",
		{ json: async () => ({ options: {} }) },
		new DOMException("", "NotAllowedError"),
		{ problem: NOT_MADE },
	],
	[
		"gets no answer that can be read",
		{ json: () => Promise.reject(new SyntaxError()) },
		undefined,
		{ problem: NOT_MADE },
	],
	[
		"is asked for without a session, which leads to the page to sign in",
		{ redirected: true, json: () => Promise.reject(new SyntaxError()) },
		undefined,
		{ problem: "Tu sesión se cerró: ingresá y probá de nuevo." },
	],
])("a passkey that %s", async (_, answer, failure, made) => {
	vi.stubGlobal("fetch", async () => answer);
	vi.mocked(startRegistration).mockImplementation(async () => {
		if (failure) throw failure;
		return MADE;
	});
	expect(await makePasskey(undefined)).toEqual(made);
});

test.each<[string, object, boolean]>([
	["without passkeys", {}, false],
	["that has them only by a button", { PublicKeyCredential: {} }, false],
	[
		"that has none yet",
		{ PublicKeyCredential: { isConditionalMediationAvailable: async () => false } },
		false,
	],
	["with them", { PublicKeyCredential: { isConditionalMediationAvailable: async () => true } }, true],
])("a browser %s offers them in the list of the address only if it can", async (_, window, offers) => {
	vi.stubGlobal("window", window);
	for (const [name, value] of Object.entries(window)) vi.stubGlobal(name, value);
	expect(await offersPasskeys()).toBe(offers);
});
