import {
	type Attempt,
	type Limit,
	limitOf,
	storedKey,
	takeAttemptIn,
} from "~/features/auth/rate-limits/attempts.server";
import { findUserByEmail } from "~/features/auth/users.server";
import type { db } from "~/lib/database/db.server";
import { siteOf } from "~/lib/http/site-of-address.server";
import { enqueueMail } from "~/lib/mail/outbox.server";

/**
 * Kinds of mails about an account. Kinds with the same `budget` share rate limits per e-mail address, so a stranger who
 * uses up one budget does not block the kinds of another budget. `alsoUnverified`: whether the mail may go to an
 * unverified address.
 */
const kinds = {
	verify: { budget: "registering", alsoUnverified: true },
	"already-registered": { budget: "registering", alsoUnverified: true },
	"removal-notice": { budget: "registering", alsoUnverified: true },
	recovery: { budget: "recovery", alsoUnverified: true },
	"password-changed": { budget: "account", alsoUnverified: false },
	"passkey-added": { budget: "passkeys", alsoUnverified: false },
	"passkey-renamed": { budget: "passkey-names", alsoUnverified: false },
	"passkey-removed": { budget: "passkeys", alsoUnverified: false },
	"google-linked": { budget: "account", alsoUnverified: false },
	"delete-code": { budget: "account", alsoUnverified: false },
	"account-deleted": { budget: "deletion", alsoUnverified: false },
} as const;

export interface AccountMail {
	kind: keyof typeof kinds;
	userId?: string;
	/**
	 * Recipient. For a recovery mail, this is the address that the visitor typed. If it has no account, no mail is sent.
	 */
	address: string;
	/** Network address of the visitor who requests the mail; only set for mails that a stranger can request. */
	clientAddress?: string;
	/** The visitor's browser, if the owner has signed in with it before: the result of `findDevice`. */
	device?: string;
}

/**
 * Queues a mail about an account in the caller's transaction. Queues no mail if a rate limit of the address is reached,
 * or if the address is unverified and the kind of mail requires a verified address.
 * @returns "limited" if a rate limit is reached, otherwise "allowed"
 */
export async function postMail(
	trx: typeof db,
	{ kind, userId, address, clientAddress, device }: AccountMail,
	now = Date.now(),
): Promise<Attempt> {
	const { budget, alsoUnverified } = kinds[kind];
	if (!alsoUnverified && !(await findUserByEmail(address, trx))?.isVerified) return { status: "allowed" };
	const attempt = await takeMail(trx, { budget, address, clientAddress, device }, now);
	if (attempt.status === "limited") return attempt;
	const askedBy = clientAddress && storedKey({ name: "mail-asked-by", key: clientAddress });
	await enqueueMail(trx, { kind, userId, address, askedBy }, now);
	return attempt;
}

type Budget = (typeof kinds)[keyof typeof kinds]["budget"];

/**
 * Returns the rate limits for the mails that go to one address and belong to one `budget` (see `kinds`): three mails an
 * hour and eight a day.
 */
export function budgetOf(budget: Budget, address: string): Limit[] {
	const mailbox = [budget, address.toLowerCase()];
	return [limitOf("mail-hour", ...mailbox), limitOf("mail-day", ...mailbox)];
}

/**
 * Takes a mail from its budget. When the budget is used up, a client network that has asked for none within a day gets
 * one from a reserve of eight a day, and a browser of the owner three of its own: strangers who use up the budget, even
 * from the owner's network, leave these.
 */
async function takeMail(
	trx: typeof db,
	{ budget, address, clientAddress, device }: Omit<AccountMail, "kind" | "userId"> & { budget: Budget },
	now: number,
): Promise<Attempt> {
	const attempt = await takeAttemptIn(trx, budgetOf(budget, address), now);
	const mailbox = [budget, address.toLowerCase()];
	const first = limitOf("mail-asker", ...mailbox, siteOf(clientAddress ?? ""));
	if (attempt.status === "allowed") {
		if (clientAddress) await takeAttemptIn(trx, [first], now);
		return attempt;
	}
	const reserve = limitOf("mail-reserve", ...mailbox);
	const own = limitOf("mail-device", budget, device);
	for (const limits of [clientAddress && [first, reserve], device && [own]]) {
		const reserved = limits ? await takeAttemptIn(trx, limits, now) : attempt;
		if (reserved.status === "allowed") return reserved;
	}
	return attempt;
}
