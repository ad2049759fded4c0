import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/lib/units/durations";
import type { Limit } from "./attempts.server";

/**
 * All rate limits: the number of attempts, and the time in which as many are allowed again. A client address has high
 * limits, because a whole plant of 1000 people may share one address.
 */
const limits = {
	/** Wrong passwords. A known device has its own limit, so that strangers cannot lock the owner out. */
	"login-account": [10, 15 * MINUTE_MS],
	"login-account-address": [5, MINUTE_MS],
	"login-device": [10, 15 * MINUTE_MS],
	"login-address": [300, 15 * MINUTE_MS],
	/** Sign-ins with the right password, each of which costs a hash and a session row. */
	"sign-in-account": [30, 15 * MINUTE_MS],
	"sign-in-address": [1200, 15 * MINUTE_MS],
	/** Registrations. On the first day a whole plant may register. */
	"register-address": [300, HOUR_MS],
	/** Requests for a recovery mail. The response does not reveal that the limit prevents a mail. */
	"recovery-address": [60, HOUR_MS],
	/** Mails to an address, by the budgets of `post-mail.server.ts`. */
	"mail-hour": [3, HOUR_MS],
	"mail-day": [8, DAY_MS],
	/** Reserve of these mails for client networks that have asked for none within a day, and for the owner's browser. */
	"mail-asker": [1, DAY_MS],
	"mail-reserve": [8, DAY_MS],
	"mail-device": [3, DAY_MS],
	/** Megabytes of photos that unverified users add, for when the room of all unverified users is short. */
	"unverified-photos": [250, 7 * DAY_MS],
} as const satisfies Record<string, readonly [capacity: number, refillMs: number]>;

/** @param who whom the limit counts; all parts together name one bucket */
export function limitOf(name: keyof typeof limits, ...who: (string | undefined)[]): Limit {
	const [capacity, refillMs] = limits[name];
	return { name, key: who.length > 1 ? JSON.stringify(who) : (who[0] ?? ""), capacity, refillMs };
}

/** @param knownDevice result of `findDevice` */
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
	const byAddress = limitOf("login-address", clientAddress);
	if (knownDevice) return [limitOf("login-device", knownDevice), byAddress];
	return [
		limitOf("login-account", account),
		limitOf("login-account-address", account, clientAddress),
		byAddress,
	];
}

export function signInLimits({ email, clientAddress }: { email: string; clientAddress: string }): Limit[] {
	return [limitOf("sign-in-account", email.toLowerCase()), limitOf("sign-in-address", clientAddress)];
}
