/** How often something may be tried; `attempts.server.ts` counts. */
import type { Limit } from "./attempts.server";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Wrong passwords; a right one is given back. A browser in which this account has signed in
 * before has a bucket of its own, so that strangers who empty the account's bucket do not lock its owner out.
 * 300 for each client's address: a plant of 200 people is behind one.
 * @param knownDevice what `findDevice` gave for the account of `email`
 */
export function loginLimits({
	email,
	clientAddress,
	knownDevice,
}: {
	email: string;
	clientAddress: string;
	knownDevice: string | undefined;
}): Limit[] {
	const account = email.toLowerCase();
	const byAddress = { name: "login-address", key: clientAddress, capacity: 300, refillMs: 15 * MINUTE_MS };
	if (knownDevice) {
		return [{ name: "login-device", key: knownDevice, capacity: 10, refillMs: 15 * MINUTE_MS }, byAddress];
	}
	const pair = JSON.stringify([account, clientAddress]);
	return [
		{ name: "login-account", key: account, capacity: 10, refillMs: 15 * MINUTE_MS },
		{ name: "login-account-address", key: pair, capacity: 5, refillMs: MINUTE_MS },
		byAddress,
	];
}

/**
 * Right passwords: each takes a hash and a row of a session. 30 for an account in a quarter of an hour, and for a client's
 * address what a plant of a thousand people behind it needs.
 */
export function signInLimits({ email, clientAddress }: { email: string; clientAddress: string }): Limit[] {
	return [
		{ name: "sign-in-account", key: email.toLowerCase(), capacity: 30, refillMs: 15 * MINUTE_MS },
		{ name: "sign-in-address", key: clientAddress, capacity: 1200, refillMs: 15 * MINUTE_MS },
	];
}

/** Filled-in register forms that are worth a hash. On its first day a whole plant registers from one address. */
export function registerLimits({ clientAddress }: { clientAddress: string }): Limit[] {
	return [{ name: "register-address", key: clientAddress, capacity: 300, refillMs: HOUR_MS }];
}

/** Requests for a recovery mail. Refused or not, the answer is the same; a refused one only sends nothing. */
export function recoveryLimits({ clientAddress }: { clientAddress: string }): Limit[] {
	return [{ name: "recovery-address", key: clientAddress, capacity: 60, refillMs: HOUR_MS }];
}
