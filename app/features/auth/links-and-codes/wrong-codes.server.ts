import { db } from "~/lib/database/db.server";

/**
 * Maximum number of wrong codes per account: of a million possible codes, even endless guessing finds the code of at
 * most one account in 20,000.
 */
const MAX_WRONG_CODES = 50;

type Transaction = Pick<typeof db, "selectFrom" | "updateTable">;

/**
 * Where wrong codes are counted: at the account `owner`, or at the browser `pending` when `owner` is missing. `owner`
 * is missing if the registered e-mail address already had an account.
 */
interface Guesser {
	owner?: { id: string };
	pending?: { tokenHash: string; userId: string };
}

/** Whether 50 wrong codes have been typed. From then on only the mailed link verifies the e-mail address. */
export async function hasOnlyLink({ owner, pending }: Guesser, trx: Transaction = db): Promise<boolean> {
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
 * Counts a wrong code in the transaction that checked the code. Where the registered e-mail address already had an
 * account, the account's row is rewritten unchanged: equal SQL statements keep the timing from revealing the account.
 */
export async function countWrongCode(trx: Transaction, { owner, pending }: Guesser): Promise<void> {
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
