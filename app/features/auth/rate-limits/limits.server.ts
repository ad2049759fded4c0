import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/lib/units/durations";
import type { Limit } from "./attempts.server";

/**
 * Rate limits on wrong passwords. A known device has its own limit, so that strangers cannot lock the owner out. A
 * client address has a high limit, because a whole plant may share one address.
 * @param knownDevice result of `findDevice`
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
 * Rate limits on sign-ins with the right password, each of which costs a hash and a session row. A plant of 1000 people
 * may share one client address.
 */
export function signInLimits({ email, clientAddress }: { email: string; clientAddress: string }): Limit[] {
	return [
		{ name: "sign-in-account", key: email.toLowerCase(), capacity: 30, refillMs: 15 * MINUTE_MS },
		{ name: "sign-in-address", key: clientAddress, capacity: 1200, refillMs: 15 * MINUTE_MS },
	];
}

/** Rate limit on registrations. On the first day a whole plant may register from one client address. */
export function registerLimits({ clientAddress }: { clientAddress: string }): Limit[] {
	return [{ name: "register-address", key: clientAddress, capacity: 300, refillMs: HOUR_MS }];
}

/** Rate limit on requests for a recovery mail. The response does not reveal that the limit prevents a mail. */
export function recoveryLimits({ clientAddress }: { clientAddress: string }): Limit[] {
	return [{ name: "recovery-address", key: clientAddress, capacity: 60, refillMs: HOUR_MS }];
}

/**
 * Limit on the megabytes of photos that unverified users of one client address add in a week, for when the room of all
 * unverified users is short.
 */
export function unverifiedPhotosLimit(clientAddress: string): Limit {
	return { name: "unverified-photos", key: clientAddress, capacity: 250, refillMs: 7 * DAY_MS };
}
