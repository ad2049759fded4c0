/** Asks the browser for a passkey. The package is loaded only when a browser knows passkeys. */
import type {
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";

/** Whether this browser knows passkeys. Browsers hide them from pages without https. */
export function knowsPasskeys(): boolean {
	return "PublicKeyCredential" in window;
}

/** Whether this browser offers passkeys in the list of a field, such as that of the e-mail address. */
export async function offersPasskeys(): Promise<boolean> {
	if (!knowsPasskeys() || !("isConditionalMediationAvailable" in PublicKeyCredential)) return false;
	return PublicKeyCredential.isConditionalMediationAvailable();
}

/**
 * Asks for a passkey to sign in.
 * @param inField waits until the user chooses one in the list of the e-mail field; otherwise the browser asks at once
 * @returns the answer for the server
 * @throws Error when the user cancels or the server cannot be reached
 */
export async function askForPasskey(inField: boolean): Promise<string> {
	const { startAuthentication } = await import("@simplewebauthn/browser");
	const response = await fetch("/auth/login/passkey", { cache: "no-store" });
	if (!response.ok) throw new Error("no options");
	const optionsJSON: PublicKeyCredentialRequestOptionsJSON = await response.json();
	return JSON.stringify(await startAuthentication({ optionsJSON, useBrowserAutofill: inField }));
}

/** What came of making a passkey: the answer for the server, or why there is none. */
type Made = { passkey: string } | { problem: string };

/**
 * Asks the browser to make a passkey, once the server has checked the password.
 * @param password undefined for an account without one
 */
export async function makePasskey(password: string | undefined): Promise<Made> {
	try {
		const body = new URLSearchParams(password === undefined ? {} : { currentPassword: password });
		const response = await fetch("/auth/passkeys/start", { method: "POST", body });
		if (response.redirected) return { problem: SIGNED_OUT };
		const started: { options: PublicKeyCredentialCreationOptionsJSON } | { problem: string } =
			await response.json();
		if ("problem" in started) return started;
		const { startRegistration } = await import("@simplewebauthn/browser");
		return { passkey: JSON.stringify(await startRegistration({ optionsJSON: started.options })) };
	} catch (error) {
		const isKnown = error instanceof Error && error.name === "InvalidStateError";
		return { problem: isKnown ? KNOWN : NOT_MADE };
	}
}

const SIGNED_OUT = "Tu sesión se cerró: ingresá y probá de nuevo.";
const KNOWN = "Este equipo ya tiene una llave de tu cuenta.";
const NOT_MADE = "No se hizo ninguna llave. Probá de nuevo, o seguí ingresando como hasta ahora.";
