import {
	type Attempt,
	type Limit,
	storedKey,
	takeAttemptIn,
} from "~/features/auth/rate-limits/attempts.server";
import type { db } from "~/lib/database/db.server";
import { enqueueMail } from "~/lib/mail/outbox.server";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * What an address may be mailed about, and whether nobody has to have shown to read it. Each share of an address's
 * budget is apart, so that whoever uses one up, with mails that anybody can ask for, silences nothing of the others.
 */
const kinds = {
	verify: { share: "registering", alsoUnverified: true },
	"already-registered": { share: "registering", alsoUnverified: true },
	"removal-notice": { share: "registering", alsoUnverified: true },
	recovery: { share: "recovery", alsoUnverified: true },
	"password-changed": { share: "account", alsoUnverified: false },
	"google-linked": { share: "account", alsoUnverified: false },
	"delete-code": { share: "account", alsoUnverified: false },
	"account-deleted": { share: "account", alsoUnverified: false },
} as const;

export interface AccountMail {
	kind: keyof typeof kinds;
	userId?: string;
	/** Where it goes. An account mails to its own address only: the address's budget is that of its account too. */
	address: string;
	/** From where it was asked for, if a stranger can. */
	clientAddress?: string;
}

type Transaction = Pick<typeof db, "selectFrom" | "insertInto">;

/**
 * The door to the outbox for every mail about an account, in the transaction of what it tells of. Puts in none beyond the
 * budget of its address, and to one that nobody has verified only what is needed to verify, to recover, or to learn that
 * there is an account.
 * @returns why not, with the seconds to wait, when the budget is used up
 */
export async function postMail(
	trx: Transaction,
	{ kind, userId, address, clientAddress }: AccountMail,
	now = Date.now(),
): Promise<Attempt> {
	const { share, alsoUnverified } = kinds[kind];
	if (!alsoUnverified && !(await isVerified(trx, address))) return { status: "allowed" };
	const attempt = await takeAttemptIn(trx, budgetOf(share, address), now);
	if (attempt.status === "limited") return attempt;
	const askedBy = clientAddress && storedKey({ name: "mail-asked-by", key: clientAddress });
	await enqueueMail(trx, { kind, userId, address, askedBy }, now);
	return attempt;
}

/** Three mails an hour and eight a day of one share. */
export function budgetOf(share: (typeof kinds)[keyof typeof kinds]["share"], address: string): Limit[] {
	const key = JSON.stringify([share, address.toLowerCase()]);
	return [
		{ name: "mail-hour", key, capacity: 3, refillMs: HOUR_MS },
		{ name: "mail-day", key, capacity: 8, refillMs: DAY_MS },
	];
}

async function isVerified(trx: Transaction, address: string): Promise<boolean> {
	const row = await trx
		.selectFrom("users")
		.select("id")
		.where("email", "=", address)
		.where("email_verified_at", "is not", null)
		.executeTakeFirst();
	return row !== undefined;
}
