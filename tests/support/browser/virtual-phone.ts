import type { CDPSession, Page } from "playwright-core";

/** A phone or computer that makes passkeys: the virtual authenticator of Chromium's developer tools. */
export interface VirtualPhone {
	/** Whether the next fingers are the owner's. */
	setFinger(isOwner: boolean): Promise<void>;
	/** The passkeys in the phone. */
	passkeys(): Promise<StoredPasskey[]>;
	/** Puts a passkey into the phone, such as a copy from another one. */
	put(passkey: StoredPasskey): Promise<void>;
}

/** A passkey as the developer tools describe it, with its private key. */
export type StoredPasskey = Awaited<ReturnType<typeof credentialsOf>>[number];

const credentialsOf = async (devTools: CDPSession, authenticatorId: string) =>
	(await devTools.send("WebAuthn.getCredentials", { authenticatorId })).credentials;

/** Gives the browser of `page` an authenticator of its own, which keeps passkeys and asks for the owner's finger. */
export async function virtualPhone(page: Page): Promise<VirtualPhone> {
	const devTools = await page.context().newCDPSession(page);
	await devTools.send("WebAuthn.enable");
	const { authenticatorId } = await devTools.send("WebAuthn.addVirtualAuthenticator", {
		options: {
			protocol: "ctap2",
			transport: "internal",
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	return {
		async setFinger(isUserVerified) {
			await devTools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
		},
		passkeys: () => credentialsOf(devTools, authenticatorId),
		async put(credential) {
			await devTools.send("WebAuthn.addCredential", { authenticatorId, credential });
		},
	};
}
