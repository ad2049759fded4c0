/** Rate limits of sign-in, registration and password recovery; `attempts.server.ts` counts the attempts. */
import type { Limit } from "./attempts.server";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Rate limits on wrong passwords. A known device has its own limit, so that strangers who use up the account's limit
 * do not lock the owner out; a client address gets 300 attempts, because an industrial plant of 200 people shares one
 * address.
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
 * Rate limits on sign-ins with the right password, each of which costs a password hash and a session row. The limit
 * of 1200 per client address suffices for an industrial plant of 1000 people.
 */
export function signInLimits({ email, clientAddress }: { email: string; clientAddress: string }): Limit[] {
	return [
		{ name: "sign-in-account", key: email.toLowerCase(), capacity: 30, refillMs: 15 * MINUTE_MS },
		{ name: "sign-in-address", key: clientAddress, capacity: 1200, refillMs: 15 * MINUTE_MS },
	];
}

/**
 * Rate limits on valid registrations, each of which costs a password hash. On the first day a whole industrial plant
 * may register from one client address.
 */
export function registerLimits({ clientAddress }: { clientAddress: string }): Limit[] {
	return [{ name: "register-address", key: clientAddress, capacity: 300, refillMs: HOUR_MS }];
}

/** Rate limits on mails for password recovery. The response does not reveal that a limit prevents a mail. */
export function recoveryLimits({ clientAddress }: { clientAddress: string }): Limit[] {
	return [{ name: "recovery-address", key: clientAddress, capacity: 60, refillMs: HOUR_MS }];
}
