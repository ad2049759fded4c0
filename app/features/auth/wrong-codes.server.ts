import { db } from "~/lib/db.server";

/** Of a million: a code can be guessed less than once in 20,000 accounts, however long somebody tries. */
const MAX_WRONG_CODES = 50;

type Transaction = Pick<typeof db, "selectFrom" | "updateTable">;

/**
 * Whose wrong codes are counted: an account's, all its browsers together, or, where the address already had an account,
 * those of the browser that waits in vain.
 */
interface Guesser {
	owner?: { id: string };
	pending?: { tokenHash: string };
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

/** Counts a wrong code, in the transaction that tried it. */
export async function countWrongCode(trx: Transaction, { owner, pending }: Guesser): Promise<void> {
	const table = trx.updateTable(owner ? "users" : "pending_registrations");
	const counted = table.set(({ eb }) => ({ wrong_codes: eb("wrong_codes", "+", 1) }));
	await (owner
		? counted.where("id", "=", owner.id)
		: counted.where("token_hash", "=", pending?.tokenHash ?? "")
	).execute();
}
