import { db } from "~/lib/database/db.server";

/**
 * Maximum number of wrong codes per account: at 1,000,000 possible codes, guessing succeeds for one account in 20,000.
 */
const MAX_WRONG_CODES = 50;

/** Visitor who types a mailed code. */
interface Guesser {
	/** Account to which the browser is signed in, or which it has just registered. Wrong codes count per account. */
	owner?: { id: string };
	/**
	 * Registration in this browser. If the e-mail address already had an account, `owner` is undefined, and wrong codes
	 * count per registration.
	 */
	pending?: { tokenHash: string; userId: string };
}

/** Whether so many wrong codes were counted that only the mailed link verifies the e-mail address. */
export async function hasOnlyLink({ owner, pending }: Guesser, trx: typeof db = db): Promise<boolean> {
	const row = owner
		? await trx.selectFrom("users").select("wrong_codes").where("id", "=", owner.id).executeTakeFirst()
		: await trx
				.selectFrom("pending_registrations")
				.select("wrong_codes")
				.where("token_hash", "=", pending?.tokenHash ?? "")
				.executeTakeFirst();
	return row !== undefined && row.wrong_codes >= MAX_WRONG_CODES;
}

/**
 * Counts a wrong code. Both SQL statements always run, so that timing does not reveal whether the address has an
 * account.
 */
export async function countWrongCode(trx: typeof db, { owner, pending }: Guesser): Promise<void> {
	await trx
		.updateTable("users")
		.set(({ eb }) => ({ wrong_codes: eb("wrong_codes", "+", owner ? 1 : 0) }))
		.where("id", "=", owner?.id ?? pending?.userId ?? "")
		.execute();
	await trx
		.updateTable("pending_registrations")
		.set(({ eb }) => ({ wrong_codes: eb("wrong_codes", "+", 1) }))
		.where("token_hash", "=", owner ? "" : (pending?.tokenHash ?? ""))
		.execute();
}
