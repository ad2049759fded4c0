/** Rate limits of each action; `attempts.server.ts` does the counting. */
import type { Limit } from "./attempts.server";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Limits on wrong passwords. A known device of the account has its own bucket, so that strangers who empty the
 * account's bucket do not lock the owner out. A client address gets 300 attempts, because a plant of 200 people shares
 * one address.
 * @param knownDevice result of `findDevice` for the account of `email`
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
 * Limits on right passwords, each of which costs a hash and a session row. 1200 per client address suffice for a plant
 * of 1000 people.
 */
export function signInLimits({ email, clientAddress }: { email: string; clientAddress: string }): Limit[] {
	return [
		{ name: "sign-in-account", key: email.toLowerCase(), capacity: 30, refillMs: 15 * MINUTE_MS },
		{ name: "sign-in-address", key: clientAddress, capacity: 1200, refillMs: 15 * MINUTE_MS },
	];
}

/**
 * Limits on valid registrations, each of which costs a hash. On its first day a whole plant registers from one address.
 */
export function registerLimits({ clientAddress }: { clientAddress: string }): Limit[] {
	return [{ name: "register-address", key: clientAddress, capacity: 300, refillMs: HOUR_MS }];
}

/** Limits on recovery mails. Over the limit no mail is sent, and the response is the same. */
export function recoveryLimits({ clientAddress }: { clientAddress: string }): Limit[] {
	return [{ name: "recovery-address", key: clientAddress, capacity: 60, refillMs: HOUR_MS }];
}
