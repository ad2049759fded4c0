import { db } from "~/lib/database/db.server";

/** Of a million: a code can be guessed less than once in 20,000 accounts, however long somebody tries. */
const MAX_WRONG_CODES = 50;

type Transaction = Pick<typeof db, "selectFrom" | "updateTable">;

/**
 * Whose wrong codes are counted: an account's, all its browsers together, or, where the address already had an account,
 * those of the browser that waits in vain.
 */
interface Guesser {
	owner?: { id: string };
	pending?: { tokenHash: string; userId: string };
}

/** Whether so many codes were wrong that only the mailed link verifies the address, for the rest of the account's life. */
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
 * Counts a wrong code, in the transaction that tried it. Where the address already had an account, its row is written as it
 * was, in place of the tries of a mailed code: as much is written in both cases, and the time tells no more than the answer.
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
