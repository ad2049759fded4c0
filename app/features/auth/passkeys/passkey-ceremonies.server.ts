/** What a browser is asked for when a passkey is made or used, and whether its answer is right. */
import type {
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import * as z from "zod";
import { type KnownPasskey, rpId } from "~/features/auth/passkeys.server";
import { db } from "~/lib/database/db.server";
import { publicOrigin } from "~/lib/env.server";
import { readCookie, writeCookie } from "~/lib/http/cookies.server";
import { hashToken, isToken, makeToken } from "~/lib/secret-token.server";
import { keyedHash } from "~/lib/secrets.server";

/** Lifetime of a challenge in seconds: the time to find the phone and touch it. */
const CHALLENGE_S = 300;

type Purpose = "sign-in" | "add";

/**
 * Makes a challenge for a passkey to sign. Nothing is stored: the challenge follows from the browser's cookie, the
 * purpose, and the user who adds a passkey.
 * @returns the challenge, and the Set-Cookie header that belongs to it
 */
export function issueChallenge(purpose: Purpose, userId = "", now = Date.now()) {
	const nonce = `${now + CHALLENGE_S * 1000}.${makeToken()}`;
	return {
		challenge: challengeOf(purpose, userId, nonce),
		cookie: writeCookie("passkey", nonce, CHALLENGE_S),
	};
}

/**
 * Returns the challenge that this browser was given, and marks it as used.
 * @returns undefined if it is used, expired or missing
 */
export async function spendChallenge(request: Request, purpose: Purpose, userId = "", now = Date.now()) {
	const nonce = readCookie(request.headers.get("Cookie"), "passkey") ?? "";
	const [time = "", token = ""] = nonce.split(".");
	const expiresAt = Number(time);
	if (!isToken(token) || !(expiresAt > now && expiresAt <= now + CHALLENGE_S * 1000)) return undefined;
	const challenge = challengeOf(purpose, userId, nonce);
	const { numInsertedOrUpdatedRows } = await db
		.insertInto("spent_challenges")
		.values({ token_hash: hashToken(challenge), expires_at: expiresAt })
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n ? challenge : undefined;
}

function challengeOf(purpose: Purpose, userId: string, nonce: string): string {
	return keyedHash("newest", ["passkey", purpose, userId, nonce]);
}

/** Time that a browser waits for the person's finger, in milliseconds. */
const TIMEOUT_MS = 120_000;
/** Signatures that phones and computers make: ES256 and RS256, as COSE numbers. */
const ALGORITHMS = [-7, -257];

const base64url = z.string().regex(/^[\w-]{1,4000}$/);
const credential = { id: base64url, rawId: base64url, type: z.literal("public-key") };
const signed = z.object({
	...credential,
	response: z.object({
		clientDataJSON: base64url,
		authenticatorData: base64url,
		signature: base64url,
		userHandle: base64url,
	}),
});
const made = z.object({
	...credential,
	response: z.object({ clientDataJSON: base64url, attestationObject: base64url }),
});

type SignedAnswer = z.infer<typeof signed>;
type MadeAnswer = z.infer<typeof made>;

/** Reads a browser's answer to a sign-in; undefined for any other text. */
export const readSigned = (text: string) => signed.safeParse(parseJson(text)).data;
/** Reads a browser's answer with a new passkey; undefined for any other text. */
export const readMade = (text: string) => made.safeParse(parseJson(text)).data;

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Asks for any passkey of this site: the device knows which accounts it has. */
export function signInOptions(challenge: string): PublicKeyCredentialRequestOptionsJSON {
	return { challenge, rpId, timeout: TIMEOUT_MS, userVerification: "required", allowCredentials: [] };
}

/** @param known ids of the user's passkeys, so that a device does not make a second one */
export function addOptions(
	challenge: string,
	{ email, userHandle, known }: { email: string; userHandle: string; known: readonly string[] },
): PublicKeyCredentialCreationOptionsJSON {
	return {
		challenge,
		rp: { id: rpId, name: "Relevo" },
		user: { id: userHandle, name: email, displayName: email },
		pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
		timeout: TIMEOUT_MS,
		attestation: "none",
		excludeCredentials: known.map((id) => ({ type: "public-key", id })),
		authenticatorSelection: {
			residentKey: "required",
			requireResidentKey: true,
			userVerification: "required",
		},
	};
}

/**
 * Checks the signature of a sign-in: this site, this challenge, this account, and a device that has verified its owner.
 * The package is loaded only here and in `checkMade`, so that a server whose people have no passkeys does not load it.
 * @returns the device's new count of uses; undefined for a wrong answer
 */
export async function checkSigned(
	{ id, publicKey, signCount, userHandle }: KnownPasskey,
	answer: SignedAnswer,
	challenge: string,
): Promise<number | undefined> {
	if (answer.response.userHandle !== userHandle) return undefined;
	const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
	try {
		const { verified, authenticationInfo } = await verifyAuthenticationResponse({
			response: { ...answer, clientExtensionResults: {} },
			expectedChallenge: challenge,
			expectedOrigin: publicOrigin,
			expectedRPID: rpId,
			credential: { id, publicKey: Buffer.from(publicKey, "base64url"), counter: signCount },
			requireUserVerification: true,
		});
		return verified ? authenticationInfo.newCounter : undefined;
	} catch {
		// The package throws for each kind of wrong answer, also for a lower count of uses.
		return undefined;
	}
}

/** @returns the new passkey; undefined for a wrong answer */
export async function checkMade(answer: MadeAnswer, challenge: string) {
	const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
	try {
		const { verified, registrationInfo } = await verifyRegistrationResponse({
			response: { ...answer, clientExtensionResults: {} },
			expectedChallenge: challenge,
			expectedOrigin: publicOrigin,
			expectedRPID: rpId,
			requireUserVerification: true,
			supportedAlgorithmIDs: ALGORITHMS,
		});
		if (!verified) return undefined;
		const { id, publicKey, counter } = registrationInfo.credential;
		return { id, publicKey: Buffer.from(publicKey).toString("base64url"), signCount: counter };
	} catch {
		return undefined;
	}
}
